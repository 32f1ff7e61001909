/** State as an icon and a word, never by colour alone. */
import styles from './State.module.css';

export type StateGlyphName = 'open' | 'half' | 'paused' | 'done' | 'cancelled' | 'draft' | 'sent' | 'up';
export type Tone = 'plain' | 'info' | 'ok' | 'warn' | 'bad' | 'assistant';

/** Appearance of the states of all record types, by API name. An unknown state gets a plain circle. */
const known: Readonly<Record<string, readonly [StateGlyphName, Tone]>> = {
  Open: ['open', 'plain'],
  New: ['open', 'plain'],
  Planned: ['open', 'plain'],
  Scheduled: ['open', 'info'],
  InProgress: ['half', 'info'],
  Started: ['half', 'info'],
  Sent: ['sent', 'info'],
  PartiallyReceived: ['half', 'info'],
  OnHold: ['paused', 'warn'],
  Paused: ['paused', 'warn'],
  Completed: ['done', 'ok'],
  Submitted: ['done', 'ok'],
  Received: ['done', 'ok'],
  Active: ['done', 'ok'],
  Published: ['done', 'ok'],
  Cancelled: ['cancelled', 'plain'],
  Disabled: ['cancelled', 'bad'],
  Terminated: ['cancelled', 'bad'],
  Archived: ['cancelled', 'plain'],
  Inactive: ['cancelled', 'plain'],
  Draft: ['draft', 'plain'],
  Invited: ['sent', 'info'],
  // Priorities above normal.
  High: ['up', 'warn'],
  Urgent: ['up', 'bad'],
};

export function StateLabel({ of, label }: { readonly of: string; readonly label?: string }) {
  const [glyph, tone] = known[of] ?? ['open', 'plain'];
  return (
    <span className={`${styles.state} ${styles[tone]}`}>
      <StateGlyph glyph={glyph} />
      {label ?? humanizeName(of)}
    </span>
  );
}

/** Converts a name to words: `InProgress` to "In progress". */
export function humanizeName(name: string): string {
  const words = name.replace(
    /([a-z\d])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function StateGlyph({ glyph }: { readonly glyph: StateGlyphName }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      {drawings[glyph]}
    </svg>
  );
}

const ring = <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />;
const drawings = {
  open: ring,
  draft: (
    <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 1.6" />
  ),
  half: (
    <>
      {ring}
      <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />
    </>
  ),
  paused: <path d="M4 2v8M8 2v8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  done: <circle cx="6" cy="6" r="5.5" fill="currentColor" />,
  sent: (
    <>
      {ring}
      <circle cx="6" cy="6" r="2" fill="currentColor" />
    </>
  ),
  cancelled: <path d="M2.5 2.5l7 7M9.5 2.5l-7 7" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
  up: <path d="M6 2l5 8H1z" fill="currentColor" />,
} as const;
