/** The first tab of a record page: what pages of the type have above, the fields in their groups, and beside them what refers to it and the latest changes. */
import { faultsByField } from '../../api/problem.ts';
import { ProblemMessage } from '../../parts/Problem.tsx';
import { words } from '../../words/records.ts';
import type { RecordDisplayContext } from '../data/reading.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { focusField } from './focus-field.ts';
import { FieldGroups } from './Groups.tsx';
import { LatestHistory } from './LatestHistory.tsx';
import { getTypeExtension } from './of-type.tsx';
import type { DraftValues } from './patch.ts';
import styles from './RecordPage.module.css';
import { RelatedSidebar } from './RelatedRail.tsx';
import { SaveBar } from './SaveBar.tsx';
import type { useRecordEditing } from './use-editing.ts';
import type { useRecord } from './use-record.ts';

export interface RecordFieldsTabProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly record: RecordFields;
  /** An earlier version that is looked at. */
  readonly version: number | undefined;
  readonly reading: RecordDisplayContext;
  readonly whyNot: string | undefined;
  readonly own: ReturnType<typeof useRecord>;
  readonly writing: ReturnType<typeof useRecordEditing>;
}

export function RecordFieldsTab(props: RecordFieldsTabProps) {
  const { account, type, id, record, version, reading, whyNot, own, writing } = props;
  const { Overview } = getTypeExtension(type.name);
  return (
    <div className={styles.columns}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only learns where the focus goes. */}
      <div
        className={styles.groups}
        onFocus={({ target }) => writing.isIn(target.closest<HTMLElement>('[data-group]')?.dataset.group)}
      >
        {writing.problem && <ProblemMessage problem={writing.problem} />}
        {Overview && version === undefined && <Overview account={account} type={type.name} id={id} record={record} />}
        <FieldGroups
          account={account}
          type={type}
          record={record}
          reading={reading}
          now={own.found.dataUpdatedAt}
          base={own.typed?.base.record ?? record}
          draft={own.typed?.draft ?? EMPTY_DRAFT}
          editing={own.editing}
          faults={faultsByField(writing.problem)}
          whyNot={whyNot}
          onEdit={(group) => {
            own.begin(group);
            focusField(group);
          }}
          onValue={own.setValue}
        />
        {own.editing.size > 0 && (
          <SaveBar changes={writing.changes} busy={writing.busy} onSave={writing.save} onDiscard={writing.discard} />
        )}
      </div>
      <aside className={styles.rail} aria-label={words.rail}>
        {version === undefined && <RelatedSidebar account={account} type={type} id={id} />}
        <LatestHistory account={account} type={type} id={id} record={record} />
      </aside>
    </div>
  );
}
const EMPTY_DRAFT: DraftValues = {};
