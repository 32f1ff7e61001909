/** The name of an account or an integration, as a person types it. */
import type { Refusal } from './refused.ts';

const longest = 200;

/** Returns a refusal if the text is not a valid name. */
export function refuseName(thing: string, name: string): Refusal | undefined {
  if (name.trim() === '') return { refused: `The name of the ${thing} is empty.` };
  if (name !== name.trim()) return { refused: `The name of the ${thing} begins or ends with a space.` };
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) {
    return { refused: `The name of the ${thing} contains a control character or half a character.` };
  }
  if ([...name].length > longest) {
    return { refused: `The name of the ${thing} has ${[...name].length} characters; at most ${longest} are allowed.` };
  }
  return undefined;
}
