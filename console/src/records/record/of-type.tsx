/**
 * Extensions of record pages for some types: an overview above the fields, custom field components, and tabs. Loaded
 * when shown.
 */
import { type LazyComponent, lazyComponent } from '../../parts/later.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import type { RecordDisplayContext } from '../data/reading.ts';
import type { Json, RecordFields } from '../description.ts';

export interface TypeExtensionProps {
  readonly account: string;
  /** Name of the record type. */
  readonly type: string;
  readonly id: number;
  readonly record: RecordFields;
}

export interface FieldDisplayProps {
  readonly account: string;
  /** Record including the unsaved values. */
  readonly record: RecordFields;
  readonly value: Json;
  readonly reading: RecordDisplayContext;
}

export interface FieldEntryProps extends Omit<FieldDisplayProps, 'reading'> {
  readonly fault: string | undefined;
  readonly onValue: (value: Json) => void;
}

export interface FieldComponents {
  readonly Shown: LazyComponent<FieldDisplayProps>;
  readonly Written: LazyComponent<FieldEntryProps>;
}

export interface TypeExtension {
  readonly Overview?: LazyComponent<TypeExtensionProps>;
  readonly fields?: Readonly<Record<string, FieldComponents>>;
  /** Tabs by name, which appears in the address and on the tab. */
  readonly tabs: Readonly<Record<string, LazyComponent<TypeExtensionProps>>>;
}

const whereUsedExtension: TypeExtension = {
  Overview: lazyComponent(() => import('./UsedOverview.tsx'), 'WhereUsedOverview', <Skeleton rows={1} />),
  tabs: {},
};

const extensionsByType: Readonly<Record<string, TypeExtension>> = {
  Assets: {
    Overview: lazyComponent(() => import('../../assets/AssetOverview.tsx'), 'AssetOverview', <Skeleton rows={9} />),
    tabs: {
      Timeline: lazyComponent(() => import('../../assets/AssetTimeline.tsx'), 'AssetTimeline', <Skeleton />),
    },
  },
  Forms: {
    fields: {
      Answers: {
        Shown: lazyComponent(() => import('../../forms/AnswersTable.tsx'), 'AnswersTable', <Skeleton rows={3} />),
        Written: lazyComponent(() => import('../../forms/AnswersInput.tsx'), 'AnswersInput', <Skeleton rows={3} />),
      },
    },
    tabs: {},
  },
  Boards: whereUsedExtension,
  AssetStatuses: whereUsedExtension,
  FormTemplates: whereUsedExtension,
};

const NO_EXTENSION: TypeExtension = { tabs: {} };

export function getTypeExtension(type: string): TypeExtension {
  return extensionsByType[type] ?? NO_EXTENSION;
}

export function findFieldComponents(type: string, field: string): FieldComponents | undefined {
  return getTypeExtension(type).fields?.[field];
}
