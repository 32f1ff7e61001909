/** What pages of some types have beside what all have: something above their fields, fields shown and written in a way of their own, tabs. Loaded where it is shown. */
import { type Later, later } from '../../parts/later.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { FullReading } from '../data/reading.ts';
import type { Json, RecordFields } from '../description.ts';

export interface OfTypeProps {
  readonly account: string;
  /** The name of its type. */
  readonly type: string;
  readonly id: number;
  readonly record: RecordFields;
}

export interface ShownFieldProps {
  readonly account: string;
  /** With what was typed so far. */
  readonly record: RecordFields;
  readonly value: Json;
  readonly reading: FullReading;
}

export interface WrittenFieldProps extends Omit<ShownFieldProps, 'reading'> {
  readonly fault: string | undefined;
  readonly onValue: (value: Json) => void;
}

export interface OwnField {
  readonly Shown: Later<ShownFieldProps>;
  readonly Written: Later<WrittenFieldProps>;
}

export interface OfType {
  readonly Overview?: Later<OfTypeProps>;
  readonly fields?: Readonly<Record<string, OwnField>>;
  /** By the name that stands in the address and on the tab. */
  readonly tabs: Readonly<Record<string, Later<OfTypeProps>>>;
}

const used: OfType = {
  Overview: later(() => import('./UsedOverview.tsx'), 'UsedOverview', <Skeleton rows={1} />),
  tabs: {},
};

const ofType: Readonly<Record<string, OfType>> = {
  Assets: {
    Overview: later(() => import('../../assets/AssetOverview.tsx'), 'AssetOverview', <Skeleton rows={9} />),
    tabs: {
      Timeline: later(() => import('../../assets/AssetTimeline.tsx'), 'AssetTimeline', <Skeleton />),
    },
  },
  Forms: {
    fields: {
      Answers: {
        Shown: later(() => import('../../forms/AnswersTable.tsx'), 'AnswersTable', <Skeleton rows={3} />),
        Written: later(() => import('../../forms/AnswersInput.tsx'), 'AnswersInput', <Skeleton rows={3} />),
      },
    },
    tabs: {},
  },
  Boards: used,
  AssetStatuses: used,
  FormTemplates: used,
};

const PLAIN: OfType = { tabs: {} };

export function whatHas(type: string): OfType {
  return ofType[type] ?? PLAIN;
}

export function ownFieldOf(type: string, field: string): OwnField | undefined {
  return whatHas(type).fields?.[field];
}
