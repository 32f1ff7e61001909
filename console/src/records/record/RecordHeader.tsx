/** The head of a record page: what the record is, how it stands, and what can be done with it as a whole. */
import type { ReactNode } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { StateLabel } from '../../parts/State.tsx';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import { parseEtagVersion, type VersionedRecord } from '../data/record-data.ts';
import type { TypeDescription } from '../description.ts';
import { LatenessLabel } from '../FieldValue.tsx';
import { findStateField, typeLabel } from '../labels.ts';
import styles from './RecordPage.module.css';

export interface RecordHeaderProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly now: VersionedRecord;
  /** Earlier version that is displayed, if any. */
  readonly version: number | undefined;
  readonly title: string;
  readonly whyNot: string | undefined;
  readonly onReceive: () => void;
  /** The way to another form in place of this one, where there is one. */
  readonly amend: ReactNode;
  /** Menu with rarely used actions. */
  readonly menu: ReactNode;
}

export function RecordHeader({
  account,
  type,
  now,
  version,
  title,
  whyNot,
  onReceive,
  amend,
  menu,
}: RecordHeaderProps) {
  const { record } = now;
  const state = findStateField(type.fields);
  const isReceivable = type.name === 'PurchaseOrders' && ['Sent', 'PartiallyFulfilled'].includes(String(record.Status));
  return (
    <PageHeader
      title={title}
      above={{ to: listAddress(account, type.name), label: typeLabel(type.name) }}
      beside={
        <span className={styles.beside}>
          {state && typeof record[state] === 'string' && <StateLabel of={record[state]} />}
          {/High|Urgent/.test(String(record.Priority)) && <StateLabel of={String(record.Priority)} />}
          {version === undefined && record.Deleted !== true && typeof record.DueOn === 'string' && (
            <LatenessLabel record={record} value={record.DueOn} now={Date.now()} />
          )}
          <span className="quiet">{words.version(version ?? parseEtagVersion(now.etag))}</span>
        </span>
      }
      actions={
        <>
          {isReceivable && (
            <Button icon="check" writes why={whyNot} onClick={onReceive}>
              {words.receive}
            </Button>
          )}
          {amend}
          <Menu label={words.more} shown={<Icon name="more" />} look="plain" bare end>
            {menu}
          </Menu>
        </>
      }
    />
  );
}
