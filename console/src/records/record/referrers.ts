/** Which types lead to a type, and by which field. */
import type { TypeDescription } from '../description.ts';

export interface Referrer {
  readonly type: TypeDescription;
  readonly field: string;
}

export function referrersOf(types: readonly TypeDescription[], to: string): Referrer[] {
  return types.flatMap((type) =>
    type.fields
      .filter((field) => field.kind === 'reference' && field.to === to)
      .map(({ name }) => ({ type, field: name })),
  );
}
