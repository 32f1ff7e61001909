/** The head of a record page: what the record is, how it stands, and what can be done with it as a whole. */
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { addressOf, Link } from '../../parts/Link.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { State } from '../../parts/State.tsx';
import { useMe } from '../../shell/me.ts';
import { words } from '../../words/records.ts';
import { listAddress, newAddress, recordAddress } from '../address.ts';
import { type Versioned, versionOf } from '../data/record-data.ts';
import type { RecordFields, TypeDescription } from '../description.ts';
import { stateFieldOf, typeLabel } from '../labels.ts';
import { keepDraft } from './drafts.ts';
import styles from './RecordPage.module.css';

export interface RecordHeaderProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly id: number;
  readonly now: Versioned;
  /** An earlier version that is looked at. */
  readonly version: number | undefined;
  readonly title: string;
  readonly whyNot: string | undefined;
  readonly onAsk: (what: 'delete' | 'receive') => void;
}

export function RecordHeader({ account, type, id, now, version, title, whyNot, onAsk }: RecordHeaderProps) {
  const { record } = now;
  const state = stateFieldOf(type.fields);
  const isReceivable = type.name === 'PurchaseOrders' && ['Sent', 'PartiallyFulfilled'].includes(String(record.Status));
  return (
    <PageHeader
      title={title}
      above={{ to: listAddress(account, type.name), label: typeLabel(type.name) }}
      beside={
        <span className={styles.beside}>
          {state && typeof record[state] === 'string' && <State of={record[state]} />}
          <span className="quiet">{words.version(version ?? versionOf(now.etag))}</span>
        </span>
      }
      actions={
        <>
          <CopyButton
            text={window.location.origin + addressOf(recordAddress(account, type.name, id))}
            what={words.copyLinkTitle}
            label={words.copyLink}
          />
          {isReceivable && (
            <Button icon="check" writes why={whyNot} onClick={() => onAsk('receive')}>
              {words.receive}
            </Button>
          )}
          {type.name === 'Forms' && record.Status === 'Submitted' && <Amend account={account} now={now} />}
          {record.Deleted !== true && (
            <Button icon="trash" look="danger" writes why={whyNot} onClick={() => onAsk('delete')}>
              {words.delete}
            </Button>
          )}
        </>
      }
    />
  );
}

/** What was submitted stays; what is wrong in it is put right in a new form, which begins with the same answers. */
function Amend({ account, now }: { readonly account: string; readonly now: Versioned }) {
  const me = useMe();
  const { record } = now;
  const draft = { Answers: record.Answers ?? [] };
  return (
    <Link
      look="plain"
      to={newAddress(account, 'Forms', amendment(record))}
      onClick={() => keepDraft(me, 'Forms', 'new', { base: now, draft })}
    >
      {words.amend}
    </Link>
  );
}

const TAKEN_OVER = ['FormTemplateID', 'Name', 'WorkOrderID', 'TaskID', 'AssetID', 'LocationID', 'JobID'];

function amendment(record: RecordFields): string {
  const kept = TAKEN_OVER.flatMap((name): [string, string][] =>
    record[name] === null || record[name] === undefined ? [] : [[name, String(record[name])]],
  );
  return new URLSearchParams([['AmendsFormID', String(record.ID)], ...kept]).toString();
}
