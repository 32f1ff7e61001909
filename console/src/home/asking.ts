/** Queries of figures. Each figure has its own request, so that a slow or failing one does not delay the others. */
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createQueryFn } from '../api/ask.ts';
import { useTimeSettings } from '../parts/times.ts';
import { useAccount } from '../shell/me.ts';
import type { ConnectionsFigures, DatedFigure, MaintenanceFigures } from './figures.ts';
import { type FigureWindow, stringifyFiguresQuery } from './window.ts';

/** Cache time of figures, the same as in the service. */
const FIGURE_STALE_MS = 60_000;

interface Answer<Figure> {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly figures: Readonly<Record<string, DatedFigure<Figure>>>;
}

/** A figure with the window it is of. */
export type WindowedFigure<Figure> = DatedFigure<Figure> & { readonly from: string; readonly to: string };

export function useMaintenanceFigure<Name extends keyof MaintenanceFigures>(
  name: Name,
  window: FigureWindow,
): UseQueryResult<WindowedFigure<MaintenanceFigures[Name]>> {
  const account = useAccount();
  const { timeZone } = useTimeSettings();
  const query = stringifyFiguresQuery(
    { ...window, grace: name === 'preventive' ? window.grace : 0 },
    timeZone,
    Date.now(),
  );
  return useQuery(
    queryOptions({
      queryKey: [account, 'Stats', 'Maintenance', name, query],
      queryFn: createQueryFn<Answer<MaintenanceFigures[Name]>>(`/${account}/Stats/Maintenance?${query}&of=${name}`),
      staleTime: FIGURE_STALE_MS,
      refetchInterval: 5 * FIGURE_STALE_MS,
      placeholderData: keepPreviousData,
      select: ({ from, to, figures }) => ({ ...figures[name]!, from, to }),
    }),
  );
}

export function useConnectionsFigure<Name extends keyof ConnectionsFigures>(
  name: Name,
  hours: number,
): UseQueryResult<DatedFigure<ConnectionsFigures[Name]>> {
  const account = useAccount();
  return useQuery(
    queryOptions({
      queryKey: [account, 'Stats', 'Connections', name, hours],
      queryFn: createQueryFn<Answer<ConnectionsFigures[Name]>>(
        `/${account}/Stats/Connections?hours=${hours}&of=${name}`,
      ),
      staleTime: FIGURE_STALE_MS,
      refetchInterval: FIGURE_STALE_MS,
      placeholderData: keepPreviousData,
      select: ({ figures }) => figures[name]!,
    }),
  );
}
