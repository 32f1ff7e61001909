/** A moment of a filter: a day, or one that stays true in a link that is kept, as "7 days ago". */
import { DateInput } from '../../parts/DateInput.tsx';
import { Select, TextInput } from '../../parts/Input.tsx';
import { words as askingWords } from '../../words/filter.ts';
import styles from './FilterDialog.module.css';
import { RELATIVE_TIME_PATTERN } from './relative.ts';

export interface RelativeDateInputProps {
  readonly label: string;
  /** `2026-01-31`, `@now`, `@today-7d`, HALF; empty where nothing is given yet. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

const ways = ['day', 'now', 'today', 'ago', 'ahead'] as const;
type Way = (typeof ways)[number];

export function RelativeDateInput({ label, value, onValue }: RelativeDateInputProps) {
  const { way, days } = readWhen(value);
  return (
    <div className={styles.when}>
      <Select
        label={label}
        value={way}
        choices={ways.map((one) => ({ value: one, label: askingWords.when[one] }))}
        onValue={(chosen) => onValue(writeWhen(chosen as Way, days))}
      />
      {way === 'day' && <DateInput label={askingWords.whenDay} type="date" value={value} onValue={onValue} />}
      {(way === 'ago' || way === 'ahead') && (
        <TextInput
          label={askingWords.whenDays}
          type="number"
          min={1}
          max={9999}
          value={String(days)}
          onValue={(typed) => onValue(writeWhen(way, Number(typed)))}
        />
      )}
    </div>
  );
}

const DEFAULT_OFFSET_DAYS = 7;

function readWhen(value: string): { readonly way: Way; readonly days: number } {
  const found = RELATIVE_TIME_PATTERN.exec(value);
  if (found === null) return { way: 'day', days: DEFAULT_OFFSET_DAYS };
  const [, word = '', sign, days = '0'] = found;
  if (Number(days) > 0) return { way: sign === '-' ? 'ago' : 'ahead', days: Number(days) };
  return { way: word.toLowerCase() === 'now' ? 'now' : 'today', days: DEFAULT_OFFSET_DAYS };
}

function writeWhen(way: Way, days: number): string {
  const whole = Math.min(9999, Math.max(1, Math.floor(days) || 1));
  return { day: '', now: '@now', today: '@today', ago: `@today-${whole}d`, ahead: `@today+${whole}d` }[way];
}
