/** Fields of a record in groups. Each group is either displayed or edited. */
import { Button } from '../../parts/Button.tsx';
import { lazyComponent } from '../../parts/later.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { words } from '../../words/records.ts';
import type { RecordDisplayContext } from '../data/reading.ts';
import type { FieldDescription, Json, RecordFields, TypeDescription } from '../description.ts';
import { DueDate, FieldValue } from '../FieldValue.tsx';
import { LocationPath } from '../LocationPath.tsx';
import { fieldLabel } from '../labels.ts';
import styles from './Groups.module.css';
import { type FieldGroup, fieldGroupsOf, isEditable } from './groups.ts';
import { ListTable } from './load-shown.ts';
import { findFieldComponents } from './of-type.tsx';
import type { DraftValues } from './patch.ts';

/** Field editor, loaded on demand because records are read far more often than edited. */
const FieldEditor = lazyComponent(() => import('./WrittenField.tsx'), 'FieldEditor');

export interface FieldGroupsProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly record: RecordFields;
  readonly reading: RecordDisplayContext;
  readonly now: number;
  /** Base record of the draft. Others' changes never replace it during editing. */
  readonly base: RecordFields;
  /** Unsaved values. */
  readonly draft: DraftValues;
  readonly editing: ReadonlySet<string>;
  readonly faults: Readonly<Record<string, string>>;
  /** Reason why the record cannot be edited, or undefined if it can. */
  readonly whyNot: string | undefined;
  readonly onEdit: (group: string) => void;
  readonly onValue: (field: string, value: Json) => void;
}

export function FieldGroups(props: FieldGroupsProps) {
  return fieldGroupsOf(props.type).map((group) => <Group key={group.name} group={group} {...props} />);
}

function Group({ group, ...props }: FieldGroupsProps & { readonly group: FieldGroup }) {
  const { account, type, reading, now, draft, editing, faults, whyNot, onEdit, onValue } = props;
  const canEdit = group.fields.some((field) => isEditable(type, field));
  const isEditing = editing.has(group.name) && whyNot === undefined;
  const record = isEditing ? props.base : props.record;
  return (
    <Panel
      title={group.name}
      actions={
        canEdit &&
        !isEditing && (
          <Button
            look="quiet"
            icon="edit"
            why={whyNot}
            aria-label={words.editGroup(group.name)}
            data-opens={group.name}
            onClick={() => onEdit(group.name)}
          >
            {words.edit}
          </Button>
        )
      }
    >
      {isEditing ? (
        <div className={styles.form} data-group={group.name}>
          {group.fields.map((field) =>
            isEditable(type, field) ? (
              <div key={field.name} className={isWide(field) ? styles.wide : undefined}>
                <FieldEditor
                  account={account}
                  type={type.name}
                  record={{ ...record, ...draft }}
                  field={field}
                  value={draft[field.name] === undefined ? (record[field.name] ?? null) : draft[field.name]!}
                  fault={faults[field.name]}
                  faults={within(faults, field.name)}
                  onValue={(value) => onValue(field.name, value)}
                />
              </div>
            ) : (
              <dl key={field.name}>
                <Shown account={account} type={type} field={field} record={record} reading={reading} now={now} />
              </dl>
            ),
          )}
        </div>
      ) : (
        <dl className={styles.fields} data-group={group.name}>
          {group.fields.map((field) => (
            <Shown
              key={field.name}
              account={account}
              type={type}
              field={field}
              record={record}
              reading={reading}
              now={now}
            />
          ))}
        </dl>
      )}
    </Panel>
  );
}

function Shown({
  account,
  type,
  field,
  record,
  reading,
  now,
}: Pick<FieldGroupsProps, 'account' | 'type' | 'record' | 'reading' | 'now'> & { field: FieldDescription }) {
  const value = record[field.name] ?? null;
  if (field.kind === 'list') {
    const own = findFieldComponents(type.name, field.name);
    return (
      <div className={styles.wide}>
        <dt className="unseen">{fieldLabel(field.name)}</dt>
        <dd>
          {own === undefined ? (
            <ListTable
              account={account}
              field={field}
              rows={(value as readonly RecordFields[] | null) ?? []}
              reading={reading}
            />
          ) : (
            <own.Shown account={account} record={record} value={value} reading={reading} />
          )}
        </dd>
      </div>
    );
  }
  const isLong = isWide(field) && value !== null;
  return (
    <div className={isLong ? styles.wide : undefined}>
      <dt>{fieldLabel(field.name)}</dt>
      <dd className={isLong ? styles.text : undefined} dir={field.kind === 'text' ? 'auto' : undefined}>
        {field.name === 'DueOn' && typeof value === 'string' ? (
          <DueDate record={record} value={value} reading={reading} now={now} />
        ) : field.to === 'Locations' && typeof value === 'number' ? (
          <LocationPath account={account} id={value} />
        ) : (
          <FieldValue account={account} field={field} value={value} reading={reading} />
        )}
      </dd>
    </div>
  );
}

function isWide({ kind, max, name }: FieldDescription): boolean {
  return kind === 'list' || kind === 'object' || (kind === 'text' && ((max ?? 0) > 300 || name === 'Name'));
}

/** Returns the errors within one field, by the rest of their pointer. */
function within(faults: Readonly<Record<string, string>>, field: string): Record<string, string> {
  const start = `${field}/`;
  const own = Object.entries(faults).filter(([pointer]) => pointer.startsWith(start));
  return Object.fromEntries(own.map(([pointer, message]) => [pointer.slice(start.length), message]));
}
