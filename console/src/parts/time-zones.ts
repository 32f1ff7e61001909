/** Time zones that this browser supports, and its own time zone. */
import type { SelectOption } from './Input.tsx';

export const browserTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the time zone options, always including `kept`. */
export function timeZoneOptions(kept: string): readonly SelectOption[] {
  const known = Intl.supportedValuesOf('timeZone');
  return [...new Set(['UTC', kept, ...known])].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

const languages = [
  'en',
  'en-GB',
  'en-US',
  'en-AU',
  'en-CA',
  'da-DK',
  'de-DE',
  'de-CH',
  'es-ES',
  'fi-FI',
  'fr-FR',
  'it-IT',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-PT',
  'sv-SE',
];

export function localeOptions(kept: string): readonly SelectOption[] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return [...new Set([kept, navigator.language, ...languages])].map((value) => ({ value, label: named(value) }));

  function named(value: string): string {
    try {
      return names.of(value) ?? value;
    } catch {
      return value;
    }
  }
}
