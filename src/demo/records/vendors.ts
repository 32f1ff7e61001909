/** Vendors: merchants and contractors, named after a place and a trade. */

import type { RecordFields } from '../../records/store.ts';
import { emailOf, landline, somebody } from '../names.ts';
import { anyClerk } from '../staff.ts';
import { birthOf, diceFor, type World } from '../world.ts';
import { ending, lastTouched } from './ending.ts';

const terms = ['30 days', '30 days end of month', '14 days', '60 days', 'On delivery'];

export function vendor(world: World, id: number): RecordFields {
  const dice = diceFor(world, 'Vendors', id);
  const { share, createdOn } = birthOf(world, 'Vendors', id, dice);
  const { first, trades } = world.firm.vendors;
  const [trade, type] = trades[(id - 1) % trades.length]!;
  const name = `${first[(id - 1) % first.length]} ${trade}`;
  // Thirteen trades and fourteen names make 182 firms; after that they are branches.
  const branch = Math.floor((id - 1) / (first.length * trades.length));
  const domain = `${name.toLowerCase().replaceAll(' ', '-')}.example.org`;
  const contact = somebody(dice);
  const clerk = anyClerk(world, dice, share);
  return {
    ID: id,
    Name: branch === 0 ? name : `${name}, branch ${branch + 1}`,
    VendorNumber: dice.chance(0.9) ? `V${String(id).padStart(5, '0')}` : null,
    Type: type,
    ContactName: dice.chance(0.85) ? `${contact.first} ${contact.last}` : null,
    Email: dice.chance(0.9) ? emailOf(contact, domain) : null,
    Phone: dice.chance(0.9) ? landline(dice) : null,
    Website: dice.chance(0.7) ? `https://${domain}` : null,
    PaymentTerms: dice.pick(terms),
    TaxNumber: dice.chance(0.6) ? `GB000${dice.digits(6)}` : null,
    HourlyRate: type === 'Supplier' ? null : dice.between(70, 190) / 2,
    Active: !dice.chance(0.05),
    ...ending(world, {
      type: 'Vendors',
      id,
      externalID: dice.chance(0.5) ? `LEDGER-${40_000 + id}` : null,
      customFields: type !== 'Supplier' && dice.chance(0.6) ? { InsuranceSeen: true, Rating: dice.between(2, 5) } : {},
      createdOn,
      updatedOn: lastTouched(world, dice, createdOn),
      createdBy: clerk,
      updatedBy: clerk,
    }),
  };
}
