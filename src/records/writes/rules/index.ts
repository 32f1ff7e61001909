/** The rules of the record types that have any. */
import type { RecordType, RecordTypeName } from '../../../catalogue/index.ts';
import { employees } from './employees.ts';
import { forms } from './forms.ts';
import { purchaseOrders } from './purchase-orders.ts';
import type { Rule } from './rule.ts';
import { users } from './users.ts';
import { workOrders } from './work-orders.ts';

const rules: { readonly [Name in RecordTypeName]?: Rule } = {
  WorkOrders: workOrders,
  Forms: forms,
  PurchaseOrders: purchaseOrders,
  Employees: employees,
  Users: users,
};

export function ruleOf(type: RecordType): Rule {
  return rules[type.name] ?? none;
}
const none: Rule = {};
