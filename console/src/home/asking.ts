/** Each figure is asked for alone, so that one that takes long or fails holds up no other. */
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { read } from '../api/ask.ts';
import { useTimes } from '../parts/times.ts';
import { useAccount } from '../shell/me.ts';
import type { ConnectionsFigures, Dated, MaintenanceFigures } from './figures.ts';
import { figuresQuery, type Window } from './window.ts';

/** As long as the service keeps them. */
const FRESH_MS = 60_000;

interface Answer<Figure> {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly figures: Readonly<Record<string, Dated<Figure>>>;
}

/** A figure with the window it is of. */
export type Shown<Figure> = Dated<Figure> & { readonly from: string; readonly to: string };

export function useMaintenance<Name extends keyof MaintenanceFigures>(
  name: Name,
  window: Window,
): UseQueryResult<Shown<MaintenanceFigures[Name]>> {
  const account = useAccount();
  const { timeZone } = useTimes();
  const query = figuresQuery({ ...window, grace: name === 'preventive' ? window.grace : 0 }, timeZone, Date.now());
  return useQuery(
    queryOptions({
      queryKey: [account, 'Stats', 'Maintenance', name, query],
      queryFn: read<Answer<MaintenanceFigures[Name]>>(`/${account}/Stats/Maintenance?${query}&of=${name}`),
      staleTime: FRESH_MS,
      refetchInterval: 5 * FRESH_MS,
      placeholderData: keepPreviousData,
      select: ({ from, to, figures }) => ({ ...figures[name]!, from, to }),
    }),
  );
}

export function useConnections<Name extends keyof ConnectionsFigures>(
  name: Name,
  hours: number,
): UseQueryResult<Dated<ConnectionsFigures[Name]>> {
  const account = useAccount();
  return useQuery(
    queryOptions({
      queryKey: [account, 'Stats', 'Connections', name, hours],
      queryFn: read<Answer<ConnectionsFigures[Name]>>(`/${account}/Stats/Connections?hours=${hours}&of=${name}`),
      staleTime: FRESH_MS,
      refetchInterval: FRESH_MS,
      placeholderData: keepPreviousData,
      select: ({ figures }) => figures[name]!,
    }),
  );
}
