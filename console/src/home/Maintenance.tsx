/** How maintenance goes: a window, filters, and a tile for each figure. */
import { useQuery } from '@tanstack/react-query';
import { read } from '../api/ask.ts';
import type { Choice } from '../parts/Input.tsx';
import { useTimes } from '../parts/times.ts';
import { useNames } from '../records/data/names.ts';
import { RefPicker } from '../records/RefPicker.tsx';
import { useAccount } from '../shell/me.ts';
import { words } from '../words/home.ts';
import styles from './Home.module.css';
import { Pick } from './Pick.tsx';
import { Cost } from './tiles/Cost.tsx';
import { Down } from './tiles/Down.tsx';
import { Flow } from './tiles/Flow.tsx';
import { Overdue } from './tiles/Overdue.tsx';
import { Planned } from './tiles/Planned.tsx';
import { Preventive } from './tiles/Preventive.tsx';
import { TimeToComplete } from './tiles/TimeToComplete.tsx';
import { Unfinished } from './tiles/Unfinished.tsx';
import { spans, types, type Window } from './window.ts';

export interface MaintenanceProps {
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

export function Maintenance({ window, onWindow }: MaintenanceProps) {
  const account = useAccount();
  const { timeZone } = useTimes();
  const set = (part: Partial<Window>) => onWindow({ ...window, ...part });
  return (
    <>
      <div className={styles.filters}>
        <Pick
          label={words.window}
          value={String(window.days)}
          onValue={(days) => set({ days: Number(days) })}
          choices={spans.map((days) => ({ value: String(days), label: words.days(days) }))}
        />
        <Pick
          label={words.board}
          value={window.BoardID ?? ''}
          onValue={(id) => set({ BoardID: id === '' ? undefined : id })}
          choices={[{ value: '', label: words.all }, ...useBoards(window.BoardID)]}
        />
        <div className={styles.location}>
          <span aria-hidden="true">{words.location}</span>
          <RefPicker
            account={account}
            to="Locations"
            label={words.location}
            value={window.LocationID === undefined ? null : Number(window.LocationID)}
            onValue={(id) => set({ LocationID: id === null ? undefined : String(id) })}
          />
        </div>
        <Pick
          label={words.type}
          value={window.Type ?? ''}
          onValue={(type) => set({ Type: type === '' ? undefined : type })}
          choices={[{ value: '', label: words.all }, ...types.map((type) => ({ value: type, label: type }))]}
        />
        <span className={styles.zone}>{words.zone(timeZone)}</span>
      </div>
      <div className={styles.tiles}>
        <Unfinished window={window} />
        <Overdue window={window} />
        <Down window={window} />
        <Flow window={window} />
        <Preventive window={window} onGrace={(grace) => set({ grace })} />
        <TimeToComplete window={window} />
        <Planned window={window} />
        <Cost window={window} />
      </div>
    </>
  );
}

/** The one that is chosen among them, also where it was deleted since: it is what is counted. */
function useBoards(chosen: string | undefined): readonly Choice[] {
  const account = useAccount();
  const { data = [] } = useQuery({
    queryKey: [account, 'Boards', 'choices'],
    queryFn: read<readonly { ID: number; Name: string }[]>(`/${account}/Boards?fields=ID,Name&orderby=Name&take=1000`),
    staleTime: 300_000,
  });
  const boards = data.map(({ ID, Name }) => ({ value: String(ID), label: Name }));
  const other = boards.some(({ value }) => value === chosen) ? undefined : chosen;
  const names = useNames(account, other === undefined ? [] : [{ type: 'Boards', id: Number(other) }]);
  if (other === undefined) return boards;
  const name = names.find('Boards', Number(other));
  const label = name?.title ?? `#${other}`;
  return [...boards, { value: other, label: name?.deleted ? words.deleted(label) : label }];
}
