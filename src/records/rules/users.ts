/** Users: whoever is Admin may change the company settings, whatever a write says. */
import type { Rule } from './rule.ts';

export const users: Rule = {
  settle({ after }) {
    if (after.Role === 'Admin') after.CompanySettings = true;
    return undefined;
  },
};
