/** CSV download of all matches, in the order and columns shown. The browser saves it as one stream. */
import { Download } from '../../parts/Download.tsx';
import { formatCount } from '../../parts/formats.ts';
import { useTimeSettings } from '../../parts/times.ts';
import { words } from '../../words/list.ts';
import type { TypeDescription } from '../description.ts';
import type { ListQuery } from './chip.ts';
import { stringifyExportRequest } from './write-query.ts';

export interface CsvDownloadProps {
  readonly account: string;
  readonly type: TypeDescription;
  /** Query with relative values resolved. */
  readonly query: ListQuery;
  readonly columns: readonly string[];
  readonly total: number | undefined;
}

export function CsvDownload({ account, type, query, columns, total }: CsvDownloadProps) {
  const { locale } = useTimeSettings();
  const request = [stringifyExportRequest(type, query), `columns=${columns.join(',')}`]
    .filter((part) => part !== '')
    .join('&');
  const says = words.csvTitle(total === undefined ? undefined : formatCount(total, locale));
  return <Download href={`/console/api/${account}/${type.name}/Export?${request}`} label={words.csv} says={says} />;
}
