/** What a record is called, as one text: its title fields as far as they hold something. */
import type { Title } from './store.ts';

export function titleText(
  { singular }: { readonly singular: string },
  { id, parts }: Pick<Title, 'id' | 'parts'>,
): string {
  const text = parts.filter((part) => part !== null && part.trim() !== '').join(' · ');
  return text === '' ? `${singular} ${id}` : text;
}
