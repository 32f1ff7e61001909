/**
 * Long runs of combining marks in canonical order. Normalising orders the marks behind a letter by inserting each of them
 * before those of a higher class: of 10,000 in the wrong order that takes 300 ms, of 10,000 in order less than one. Here
 * they are ordered in one pass. The text stays canonically equivalent, so it normalises to what it always did.
 *
 * JavaScript does not tell the class of a mark, but normalising does: it swaps two neighbours exactly where both are
 * marks that move and the first has the higher class.
 */

/** No language needs so many; the Stream-Safe Text Format of Unicode (UAX #15) ends runs at 30, too. */
const LONG_RUN = 31;

/** Whatever begins with a mark once it is decomposed: marks, and the two half-width voicing signs of Japanese. */
const longRuns = new RegExp(`[\\p{M}\\uff9e\\uff9f]{${LONG_RUN},}`, 'gu');

export function orderLongRuns(text: string): string {
  return text.length < LONG_RUN ? text : text.replace(longRuns, orderMarks);
}

/** Marks that share a combining class, named by one of them. */
interface MarkClass {
  readonly name: string;
}

/** What a character is decomposed into; a part without a class is never moved, and nothing passes it. */
interface Part {
  readonly text: string;
  readonly its: MarkClass | undefined;
}

function orderMarks(run: string): string {
  let ordered = '';
  let moving: Part[] = [];
  const flush = () => {
    ordered += moving.length < LONG_RUN ? moving.map(({ text }) => text).join('') : byClass(moving);
    moving = [];
  };
  for (const character of run) {
    for (const part of decomposed(character)) {
      moving.push(part);
      if (part.its === undefined) flush();
    }
  }
  flush();
  return ordered;
}

/** Those of one class keep their order; the part that ends the run has none, and stays the last. */
function byClass(parts: readonly Part[]): string {
  const texts = new Map<MarkClass | undefined, string>();
  for (const { text, its } of parts) texts.set(its, (texts.get(its) ?? '') + text);
  return [...classes, undefined].map((one) => texts.get(one) ?? '').join('');
}

/** The classes met so far (Unicode 17 has 55), lowest first, and every character met: there are some 2,500 marks. */
const classes: MarkClass[] = [];
const known = new Map<string, readonly Part[]>();

function decomposed(character: string): readonly Part[] {
  let parts = known.get(character);
  if (parts === undefined) {
    parts = Array.from(character.normalize('NFKD'), (text) => ({
      text,
      its: isMoved(text) ? findClass(text) : undefined,
    }));
    known.set(character, parts);
  }
  return parts;
}

function findClass(mark: string): MarkClass {
  const place = classes.findIndex(({ name }) => !isAbove(mark, name));
  const found = classes[place];
  if (found !== undefined && !isAbove(found.name, mark)) return found;
  const its = { name: mark };
  classes.splice(found === undefined ? classes.length : place, 0, its);
  return its;
}

/** Of the lowest and of the highest class there is. */
const LOWEST = '\u0334';
const HIGHEST = '\u0345';

function isMoved(mark: string): boolean {
  return isAbove(mark, LOWEST) || isAbove(HIGHEST, mark);
}

function isAbove(mark: string, other: string): boolean {
  return (mark + other).normalize('NFD') === other + mark && mark !== other;
}
