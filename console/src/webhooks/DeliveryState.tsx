/** State of a delivery, as an icon and a word. */
import type { Delivery } from '../api/types.ts';
import states from '../parts/State.module.css';
import { StateGlyph, type StateGlyphName, type Tone } from '../parts/State.tsx';
import { words } from '../words/webhooks.ts';

const drawn: Readonly<Record<Delivery['state'], readonly [StateGlyphName, Tone]>> = {
  waiting: ['half', 'info'],
  succeeded: ['done', 'ok'],
  failed: ['cancelled', 'bad'],
  suppressed: ['paused', 'plain'],
  dropped: ['cancelled', 'warn'],
  own: ['open', 'plain'],
};

export function DeliveryState({ state }: { readonly state: Delivery['state'] }) {
  const [glyph, tone] = drawn[state];
  return (
    <span className={`${states.state} ${states[tone]}`}>
      <StateGlyph glyph={glyph} />
      {words.states[state]}
    </span>
  );
}
