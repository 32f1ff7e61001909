/** Products: each line of goods in its variants, then the same from further sources. */

import type { RecordFields } from '../../records/store.ts';
import { anyClerk } from '../staff.ts';
import type { ProductLine } from '../vocabulary.ts';
import { anyOf, birthOf, diceFor, inSentence, placeFor, type World } from '../world.ts';
import { ending, lastTouched } from './ending.ts';

export interface Product {
  readonly line: ProductLine;
  readonly name: string;
  /** Cost in ten-thousandths of a pound. */
  readonly cost: number;
}

const makers = ['Tarnbeck', 'Orrin', 'Pellow', 'Brandell', 'Haulmer', 'Signalwick', 'Keyhaven'];

export function product(world: World, id: number): RecordFields {
  const { line, name, cost } = productFacts(world, id);
  const dice = diceFor(world, 'Products', id);
  const { share, createdOn } = birthOf(world, 'Products', id, dice);
  const stocked = line.type !== 'Service' && dice.chance(0.8);
  const minimum = stocked ? dice.between(1, 20) : null;
  const clerk = anyClerk(world, dice, share);
  const maker = dice.pick(makers);
  return {
    ID: id,
    SKU: `${world.firm.prefix}-${line.category.slice(0, 3).toUpperCase()}-${String(id).padStart(5, '0')}`,
    Name: name,
    Description: dice.chance(0.8) ? describe(line, maker, stocked) : null,
    Category: line.category,
    Type: line.type,
    Unit: line.unit,
    UnitCost: cost / 10_000,
    UnitPrice: dice.chance(0.85) ? inPence(Math.round(cost * 1.35)) / 10_000 : null,
    Barcode: line.type !== 'Service' && dice.chance(0.75) ? `50${dice.digits(11)}` : null,
    Manufacturer: line.type === 'Service' ? null : maker,
    ManufacturerPartNumber: line.type === 'Service' ? null : `${maker.slice(0, 2).toUpperCase()}${dice.digits(6)}`,
    PreferredVendorID: dice.chance(0.85) ? anyOf(world, dice, 'Vendors', share) : null,
    VendorPartNumber: dice.chance(0.6) ? dice.digits(7) : null,
    Stocked: stocked,
    Active: !dice.chance(0.04),
    QuantityOnHand: stocked ? dice.below(60) + (line.unit === 'm' ? dice.below(4) / 4 : 0) : 0,
    MinimumQuantity: minimum,
    MaximumQuantity: minimum === null ? null : minimum * dice.between(2, 5),
    LocationID: stocked ? placeFor(world, dice, 'plant', share) : null,
    Bin: stocked ? `${'ABCDEFGH'.charAt(dice.below(8))}${dice.between(1, 24)}-${dice.between(1, 6)}` : null,
    ...ending(world, {
      type: 'Products',
      id,
      externalID: dice.chance(0.4) ? `STOCK-${100_000 + id}` : null,
      customFields: line.type === 'Consumable' && dice.chance(0.2) ? { Hazardous: dice.chance(0.3) } : {},
      createdOn,
      updatedOn: lastTouched(world, dice, createdOn),
      createdBy: clerk,
      updatedBy: clerk,
    }),
  };
}

export function productFacts(world: World, id: number): Product {
  const variants = variantsOf(world.firm.productLines);
  const { line, variant } = variants[(id - 1) % variants.length]!;
  const range = Math.floor((id - 1) / variants.length);
  const [low, high] = line.cost;
  return {
    line,
    name: `${line.name}, ${variant}${source(range)}`,
    cost: inPence(diceFor(world, 'Products', id, 1).between(low, high)),
  };
}

/** Rounds a cost to whole pennies, as prices are quoted, unless it is below ten pennies. */
export function inPence(cost: number): number {
  return cost < 1_000 ? cost : Math.round(cost / 100) * 100;
}

/** Returns the suffix for the same product from another manufacturer. */
function source(range: number): string {
  if (range === 0) return '';
  return range === 1 ? ', second source' : `, source ${range + 1}`;
}

function describe(line: ProductLine, maker: string, stocked: boolean): string {
  const what = `${line.name} from ${maker}, sold by the ${line.unit === 'ea' ? 'piece' : line.unit}, kept with ${inSentence(line.category)}.`;
  if (line.type === 'Service')
    return `${line.name}, bought in from a contractor and charged on to the work order it was ordered for.`;
  return stocked
    ? `${what} Held in the store; reorder when the minimum is reached.`
    : `${what} Not held in stock; order for the job and check delivery before booking the visit.`;
}

interface Variant {
  readonly line: ProductLine;
  readonly variant: string;
}

function variantsOf(lines: readonly ProductLine[]): readonly Variant[] {
  const variants = known.get(lines) ?? lines.flatMap((line) => line.variants.map((variant) => ({ line, variant })));
  known.set(lines, variants);
  return variants;
}
const known = new WeakMap<readonly ProductLine[], readonly Variant[]>();
