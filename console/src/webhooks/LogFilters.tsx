/**
 * Filters of the delivery log: state and cause directly, the others on demand. Active filters appear as removable
 * chips.
 */
import { useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { Chip } from '../parts/Chip.tsx';
import { DateInput } from '../parts/DateInput.tsx';
import { PARTIAL_DATE } from '../parts/half-date.ts';
import { Select, TextInput } from '../parts/Input.tsx';
import { formatLocalTime, parseLocalTime } from '../parts/local-time.ts';
import { formatInstant, type TimeSettings, useTimeSettings } from '../parts/times.ts';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';
import { type LogFilter, type LogFilterName, logFilterNames } from './log-filter.ts';
import { errorClasses, explainError } from './remedies.ts';

export interface LogFiltersProps {
  readonly filter: LogFilter;
  readonly onFilter: (filter: LogFilter) => void;
}

const { filters } = words.log;
const states = Object.entries(words.states).map(([value, label]) => ({ value, label }));
const errors = errorClasses.map((value) => ({ value, label: explainError(value).short }));
const any = { value: '', label: words.log.any };

export function LogFilters({ filter, onFilter }: LogFiltersProps) {
  const times = useTimeSettings();
  const [open, setOpen] = useState(false);
  const set = (changed: LogFilter) => onFilter(without({ ...filter, ...changed }));
  const given = logFilterNames.filter((name) => filter[name] !== undefined && name !== 'state' && name !== 'error');
  return (
    <div className={layout.stack}>
      <div className={layout.ends}>
        <Select
          label={filters.state}
          value={filter.state ?? ''}
          onValue={(state) => set({ state })}
          choices={[any, ...states]}
        />
        <Select
          label={filters.error}
          value={filter.error ?? ''}
          onValue={(error) => set({ error })}
          choices={[any, ...errors]}
        />
        <Button icon="filter" aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.log.more}
        </Button>
      </div>
      {open && <MoreFilters filter={filter} onFilter={(changed) => set(changed)} times={times} />}
      {given.length > 0 && (
        <div className={layout.bar}>
          {given.map((name) => {
            const text = `${filters[name]}: ${shown(name, filter[name]!, times)}`;
            return (
              <Chip key={name} tone="info" name={text} onRemove={() => set({ [name]: '' })}>
                {text}
              </Chip>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** Further filters. A filter applies only when it is complete. */
function MoreFilters({ filter, onFilter, times }: LogFiltersProps & { readonly times: TimeSettings }) {
  const local = (name: 'since' | 'until') =>
    filter[name] === undefined ? '' : formatLocalTime(filter[name], times.timeZone);
  const [draft, setDraft] = useState({
    recordID: filter.recordID ?? '',
    status: filter.status ?? '',
    webhookId: filter.webhookId ?? '',
    since: local('since'),
    until: local('until'),
  });
  const about = (name: keyof typeof draft) => ({
    label: filters[name],
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  });
  return (
    <form
      className={layout.ends}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.since === PARTIAL_DATE || draft.until === PARTIAL_DATE) return;
        onFilter({
          recordID: digits(draft.recordID),
          status: digits(draft.status),
          webhookId: draft.webhookId.trim(),
          since: parseLocalTime(draft.since, times.timeZone) ?? '',
          until: parseLocalTime(draft.until, times.timeZone) ?? '',
        });
      }}
    >
      <TextInput {...about('recordID')} inputMode="numeric" />
      <TextInput {...about('status')} inputMode="numeric" />
      <TextInput {...about('webhookId')} />
      <DateInput {...about('since')} type="datetime-local" step={1} />
      <DateInput {...about('until')} type="datetime-local" step={1} />
      <Button type="submit">{words.log.apply}</Button>
    </form>
  );
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

function without(filter: LogFilter): LogFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}

function shown(name: LogFilterName, value: string, times: TimeSettings): string {
  if (name === 'cause') return words.causes[value as 'event'] ?? value;
  if ((name === 'since' || name === 'until') && !Number.isNaN(Date.parse(value))) return formatInstant(value, times);
  return value;
}
