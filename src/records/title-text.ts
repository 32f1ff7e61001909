/** Builds the display title of a record from its title fields that are not empty. */
import type { Title } from './store.ts';

export function titleText(
  { singular }: { readonly singular: string },
  { id, parts }: Pick<Title, 'id' | 'parts'>,
): string {
  const text = parts.filter((part) => part !== null && part.trim() !== '').join(' · ');
  return text === '' ? `${singular} ${id}` : text;
}
