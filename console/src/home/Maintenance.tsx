/** How maintenance goes: a window, filters, and a tile for each figure. */
import { useQuery } from '@tanstack/react-query';
import { createQueryFn } from '../api/ask.ts';
import type { SelectOption } from '../parts/Input.tsx';
import { useTimeSettings } from '../parts/times.ts';
import { useRecordNames } from '../records/data/names.ts';
import { ReferencePicker } from '../records/RefPicker.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/home.ts';
import styles from './Home.module.css';
import { InlineSelect } from './Pick.tsx';
import { CostTile } from './tiles/Cost.tsx';
import { DowntimeTile } from './tiles/Down.tsx';
import { FlowTile } from './tiles/Flow.tsx';
import { OverdueTile } from './tiles/Overdue.tsx';
import { PlannedTile } from './tiles/Planned.tsx';
import { PreventiveTile } from './tiles/Preventive.tsx';
import { TimeToCompleteTile } from './tiles/TimeToComplete.tsx';
import { UnfinishedTile } from './tiles/Unfinished.tsx';
import { dayOptions, type FigureWindow, workOrderTypes } from './window.ts';

export interface MaintenanceProps {
  readonly window: FigureWindow;
  readonly onWindow: (window: FigureWindow) => void;
}

export function Maintenance({ window, onWindow }: MaintenanceProps) {
  const account = useAccount();
  const { timeZone } = useTimeSettings();
  const set = (part: Partial<FigureWindow>) => onWindow({ ...window, ...part });
  return (
    <>
      <div className={styles.filters}>
        <InlineSelect
          label={words.window}
          value={String(window.days)}
          onValue={(days) => set({ days: Number(days) })}
          choices={dayOptions.map((days) => ({ value: String(days), label: words.days(days) }))}
        />
        <InlineSelect
          label={words.board}
          value={window.BoardID ?? ''}
          onValue={(id) => set({ BoardID: id === '' ? undefined : id })}
          choices={[{ value: '', label: words.all }, ...useBoards(window.BoardID)]}
        />
        <div className={styles.location}>
          <span aria-hidden="true">{words.location}</span>
          <ReferencePicker
            account={account}
            to="Locations"
            label={words.location}
            value={window.LocationID === undefined ? null : Number(window.LocationID)}
            onValue={(id) => set({ LocationID: id === null ? undefined : String(id) })}
          />
        </div>
        <InlineSelect
          label={words.type}
          value={window.Type ?? ''}
          onValue={(type) => set({ Type: type === '' ? undefined : type })}
          choices={[{ value: '', label: words.all }, ...workOrderTypes.map((type) => ({ value: type, label: type }))]}
        />
        <span className={styles.zone}>{words.zone(timeZone)}</span>
      </div>
      <div className={styles.tiles}>
        <UnfinishedTile window={window} />
        <OverdueTile window={window} />
        <DowntimeTile window={window} />
        <FlowTile window={window} />
        <PreventiveTile window={window} onGrace={(grace) => set({ grace })} />
        <TimeToCompleteTile window={window} />
        <PlannedTile window={window} />
        <CostTile window={window} />
      </div>
    </>
  );
}

/** The one that is chosen among them, also where it was deleted since: it is what is counted. */
function useBoards(chosen: string | undefined): readonly SelectOption[] {
  const account = useAccount();
  const { data = [] } = useQuery({
    queryKey: [account, 'Boards', 'choices'],
    queryFn: createQueryFn<readonly { ID: number; Name: string }[]>(
      `/${account}/Boards?fields=ID,Name&orderby=Name&take=1000`,
    ),
    staleTime: 300_000,
  });
  const boards = data.map(({ ID, Name }) => ({ value: String(ID), label: Name }));
  const other = boards.some(({ value }) => value === chosen) ? undefined : chosen;
  const names = useRecordNames(account, other === undefined ? [] : [{ type: 'Boards', id: Number(other) }]);
  if (other === undefined) return boards;
  const name = names.find('Boards', Number(other));
  const label = name?.title ?? `#${other}`;
  return [...boards, { value: other, label: name?.deleted ? words.deleted(label) : label }];
}
