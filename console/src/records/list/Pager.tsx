/** Position in a list, and paging. The rows appear before the total is counted. */
import { useEffect, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { formatCount } from '../../parts/formats.ts';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { PAGE_SIZES } from './chip.ts';
import styles from './Pager.module.css';

export interface PagerProps {
  readonly take: number;
  readonly skip: number;
  readonly shown: number;
  readonly more: boolean;
  /** Total count, or undefined until it is known. */
  readonly total: number | undefined;
  readonly isCounting: boolean;
  readonly locale: string;
  readonly onPage: (page: { readonly take: number; readonly skip: number }) => void;
}

export function Pager({ take, skip, shown, more, total, isCounting, locale, onPage }: PagerProps) {
  const number = (value: number) => formatCount(value, locale);
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / take));
  const page = Math.floor(skip / take) + 1;
  const go = (wanted: number) => onPage({ take, skip: Math.max(0, wanted - 1) * take });
  const counted = total === undefined ? (isCounting ? listWords.counting : '') : listWords.of(number(total));
  return (
    <nav className={styles.pager} aria-label={listWords.page}>
      <label className={styles.take}>
        {listWords.perPage}
        <select
          value={take}
          onChange={(event) => {
            const wanted = Number(event.target.value);
            onPage({ take: wanted, skip: Math.floor(skip / wanted) * wanted });
          }}
        >
          {[...new Set([...PAGE_SIZES, take])]
            .sort((a, b) => a - b)
            .map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
        </select>
      </label>
      <span className={styles.range}>
        {shown === 0 ? words.nothing : `${number(skip + 1)}–${number(skip + shown)}`} {counted}
      </span>
      <Button
        icon="left"
        aria-label={listWords.previous}
        why={skip === 0 ? listWords.isFirst : undefined}
        onClick={() => go(page - 1)}
      />
      <JumpTo page={page} pages={pages} onGo={go} />
      <Button
        icon="right"
        aria-label={listWords.next}
        why={more ? undefined : listWords.isLast}
        onClick={() => go(page + 1)}
      />
    </nav>
  );
}

function JumpTo({
  page,
  pages,
  onGo,
}: {
  readonly page: number;
  readonly pages: number | undefined;
  readonly onGo: (page: number) => void;
}) {
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);
  const jump = () => {
    const wanted = Number(text);
    if (!Number.isInteger(wanted) || wanted < 1) return setText(String(page));
    if (wanted !== page) onGo(pages === undefined ? wanted : Math.min(wanted, pages));
  };
  return (
    <label className={styles.jump}>
      {listWords.page}
      <input
        inputMode="numeric"
        size={Math.max(2, String(pages ?? page).length)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={jump}
        onKeyDown={(event) => event.key === 'Enter' && jump()}
      />
      {pages !== undefined && <span>{listWords.pageOf(pages)}</span>}
    </label>
  );
}
