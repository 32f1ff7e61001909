/** Work orders: what they cost in all. */
import { scaled, setAmounts } from './amounts.ts';
import type { Rule } from './rule.ts';

export const workOrders: Rule = {
  settle(draft) {
    const { LabourCost, PartsCost, OtherCost } = draft.after;
    return setAmounts(draft, { TotalCost: scaled(LabourCost) + scaled(PartsCost) + scaled(OtherCost) });
  },
};
