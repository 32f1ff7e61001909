/** What pages of some types have beside what all have: something above their fields, and tabs of their own. Loaded where it is shown. */
import { type ComponentType, lazy } from 'react';
import type { RecordFields } from '../description.ts';

export interface OfTypeProps {
  readonly account: string;
  /** The name of its type. */
  readonly type: string;
  readonly id: number;
  readonly record: RecordFields;
}

export interface OfType {
  readonly Overview?: ComponentType<OfTypeProps>;
  /** By the name that stands in the address and on the tab. */
  readonly tabs: Readonly<Record<string, ComponentType<OfTypeProps>>>;
}

const used: OfType = {
  Overview: lazy(async () => ({ default: (await import('./UsedOverview.tsx')).UsedOverview })),
  tabs: {},
};

const ofType: Readonly<Record<string, OfType>> = {
  Assets: {
    Overview: lazy(async () => ({ default: (await import('../../assets/AssetOverview.tsx')).AssetOverview })),
    tabs: {
      Timeline: lazy(async () => ({ default: (await import('../../assets/AssetTimeline.tsx')).AssetTimeline })),
    },
  },
  Boards: used,
  AssetStatuses: used,
  FormTemplates: used,
};

const PLAIN: OfType = { tabs: {} };

export function whatHas(type: string): OfType {
  return ofType[type] ?? PLAIN;
}
