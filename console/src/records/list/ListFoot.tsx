/** Under a list: what is selected, what came and went meanwhile, the totals on demand, and the pages. */
import { Button } from '../../parts/Button.tsx';
import { Link } from '../../parts/Link.tsx';
import { words as listWords } from '../../words/list.ts';
import { words } from '../../words/records.ts';
import { listAddress } from '../address.ts';
import type { TypeDescription } from '../description.ts';
import styles from './ListPage.module.css';
import { Pager, type PagerProps } from './Pager.tsx';

export interface ListFootProps {
  readonly account: string;
  readonly type: TypeDescription;
  readonly selected: ReadonlySet<number>;
  readonly onUnselect: () => void;
  /** "3 new, 2 no longer match"; empty where there is no news. */
  readonly news: string;
  readonly onShowNews: () => void;
  /** Undefined where there is nothing to measure. */
  readonly totals: { readonly shown: boolean; readonly onShow: (shown: boolean) => void } | undefined;
  /** Undefined before the first page has come. */
  readonly pager: PagerProps | undefined;
}

export function ListFoot({ account, type, selected, onUnselect, news, onShowNews, totals, pager }: ListFootProps) {
  return (
    <div className={styles.foot}>
      {selected.size > 0 && (
        <div className={styles.selected}>
          {listWords.selected(selected.size)}
          <Link look="plain" to={listAddress(account, type.name, [...selected].map((id) => `ID=${id}`).join('&'))}>
            {listWords.showOnly}
          </Link>
          <Button look="quiet" onClick={onUnselect}>
            {listWords.unselect}
          </Button>
        </div>
      )}
      {news !== '' && (
        <div className={styles.pill} role="status">
          {news}
          <Button look="quiet" onClick={onShowNews}>
            {words.show}
          </Button>
        </div>
      )}
      {totals && (
        <Button
          look="quiet"
          aria-pressed={totals.shown}
          title={listWords.totalsTitle}
          onClick={() => totals.onShow(!totals.shown)}
        >
          {listWords.totals}
        </Button>
      )}
      {pager && <Pager {...pager} />}
    </div>
  );
}
