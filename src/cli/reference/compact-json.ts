/**
 * Writes JSON with one line for each value that fits on it, so that one changed field is one changed line. The output
 * has two thirds of the size and lines of `JSON.stringify(value, null, 2)`, most of which are brackets and `$ref`s.
 */
const WIDTH = 120;

export function compactJson(value: unknown, indent = '', key = ''): string {
  const flat = JSON.stringify(value);
  const isFlat = typeof value !== 'object' || value === null;
  if (isFlat || indent.length + key.length + flat.length <= WIDTH) return key + flat;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    return `${key}[\n${value.map((one) => inner + compactJson(one, inner)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(
    ([name, one]) => inner + compactJson(one, inner, `${JSON.stringify(name)}: `),
  );
  return `${key}{\n${members.join(',\n')}\n${indent}}`;
}
