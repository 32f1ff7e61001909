/** True if two JSON values are equal. The order of object properties does not matter. */
import type { Json } from '../description.ts';

export function isSameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [one, other] = [Object.entries(a), b as { [name: string]: Json }];
  return one.length === Object.keys(other).length && one.every(([name, value]) => isSameJson(value, other[name]));
}
