/** Employees: the name they are shown by. */
import type { Rule } from './rule.ts';

export const employees: Rule = {
  settle({ after }) {
    after.DisplayName = `${after.FirstName} ${after.LastName}`;
    return undefined;
  },
};
