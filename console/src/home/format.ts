/** Numbers as people read them, in their language. */
import { numberFormat, timeFormat } from '../parts/formats.ts';
import { useTimeSettings } from '../parts/times.ts';

export interface FigureFormat {
  number(value: number): string;
  money(value: number): string;
  /** `81 %` of a part of 1. */
  share(part: number | null, places?: number): string;
  /** "3.2 days", "4 h 10 min". */
  duration(ms: number | null): string;
  day(at: string): string;
}

export function useFigureFormat(): FigureFormat {
  const { locale, timeZone } = useTimeSettings();
  const plain = numberFormat(locale);
  const money = numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = (places: number) => numberFormat(locale, { style: 'percent', maximumFractionDigits: places });
  const day = timeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  return {
    number: (value) => plain.format(value),
    money: (value) => money.format(value),
    share: (part, places = 0) => (part === null ? '–' : percent(places).format(part)),
    duration: (ms) => (ms === null ? '–' : formatDuration(ms, locale)),
    day: (at) => day.format(new Date(at)),
  };
}

export function formatDuration(ms: number, locale: string): string {
  const [sign, length] = [ms < 0 ? '−' : '', Math.abs(ms)];
  if (length < 1_000) return `${sign}${Math.round(length)} ms`;
  const one = (value: number) => numberFormat(locale, { maximumFractionDigits: 1 }).format(value);
  if (length < 60_000) return `${sign}${one(length / 1_000)} s`;
  const minutes = Math.round(length / 60_000);
  if (minutes < 60) return `${sign}${minutes} min`;
  if (minutes < 48 * 60)
    return `${sign}${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`;
  return `${sign}${one(minutes / 1_440)} days`;
}
