/** Texts for the steps of "Why did I not get it?": the check of each step, and the remedy if it fails. */
import type { Explanation } from '../api/types.ts';

export type WhyStep = Explanation['steps'][number]['step'];
export type ExplanationRemedy = 'history' | 'recover' | 'switchOn' | 'edit' | 'resend' | 'delivery' | 'other';

const questions: Readonly<Record<WhyStep, string>> = {
  changed: 'It changed',
  event: 'The change made this event',
  existed: 'The webhook was there',
  on: 'The webhook was on',
  filter: 'The filter held after the change',
  own: 'It was not left out as your own change',
  repeat: 'It was no repeat',
  turn: 'Its turn came',
  sent: 'It was sent and taken',
};

/** Texts for failed steps. */
const stops: Readonly<Record<WhyStep, string>> = {
  changed: 'No such change is known.',
  event: 'The change did not make this event.',
  existed: 'The webhook was not there.',
  on: 'The webhook was off.',
  filter: 'The filter did not hold after the change.',
  own: 'It was left out as your own change.',
  repeat: 'It was left out as a repeat.',
  turn: 'It has not been sent.',
  sent: 'It has not been taken.',
};

export function stepQuestion(step: WhyStep): string {
  return questions[step];
}

/** Returns the remedy for the failed step, if any. */
export function findRemedy({ steps, delivery }: Explanation, isOn: boolean): ExplanationRemedy | undefined {
  const last = steps.at(-1);
  if (last === undefined || last.ok !== false) return undefined;
  switch (last.step) {
    case 'changed':
      return 'history';
    case 'event':
      return 'other';
    case 'existed':
      return 'recover';
    case 'on':
      return isOn ? 'recover' : 'switchOn';
    case 'filter':
    case 'own':
      return 'edit';
    case 'repeat':
      return 'resend';
    case 'turn':
    case 'sent':
      return delivery === null ? 'recover' : 'delivery';
  }
}

/** Returns the result as one sentence, for the heading and for screen readers. */
export function explanationVerdict({ steps }: Explanation): { readonly arrived: boolean; readonly text: string } {
  const last = steps.at(-1);
  if (last === undefined) return { arrived: false, text: 'Nothing is known about it.' };
  if (last.step === 'sent' && last.ok === true) return { arrived: true, text: 'It arrived.' };
  if (last.ok === false) return { arrived: false, text: stops[last.step] };
  return { arrived: false, text: 'It is on its way.' };
}

/** Returns the API's advice without the endpoint addresses, which users do not call. */
export function fixText(fix: string | null): string | null {
  if (fix === null) return null;
  return fix
    .replace(/,? then POST \/api\/Webhooks\/\{id\}\/Reactivate\./, ', then switch it on.')
    .replace(/: (?:GET|POST) \/api\/Webhooks\/\S+/g, '.')
    .replace(/ in GET \/api\/Changes/g, ' in the log of changes')
    .replace(/GET \/api\/\{Type\}\/\{id\}\/History/g, 'its history');
}
