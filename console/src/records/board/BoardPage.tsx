import type { TypeDescription } from '../description.ts';

export function BoardPage(_: { readonly account: string; readonly type: TypeDescription }) {
  return null;
}
