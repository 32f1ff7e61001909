/** Names of people, and phone numbers that belong to no real person. */
import type { Dice } from './dice.ts';

const firstNames = [
  'Amelia',
  'Tom',
  'Priya',
  'Gareth',
  'Zoë',
  'Marcus',
  'Ewa',
  'Callum',
  'Fatima',
  'Oliver',
  'Siân',
  'Dmitri',
  'Grace',
  'Kwame',
  'Hannah',
  'Liam',
  'Noor',
  'Peter',
  'Ruth',
  'Stefan',
  'Tanya',
  'Umar',
  'Violet',
  'Will',
  'Yasmin',
  'Adam',
  'Beth',
  'Carlos',
  'Denise',
  'Eoin',
  'Freya',
  'George',
  'Helen',
  'Ivan',
  'Jasmine',
  'Kieran',
  'Lucia',
  'Mohammed',
  'Nadia',
  'Oscar',
  'Paula',
  'Quentin',
  'Rosa',
  'Simon',
  'Teresa',
  'Victor',
  'Wendy',
  'Xavier',
  'Andrew',
  'Bruno',
  'Clare',
  'Dev',
  'Elin',
  'Frank',
  'Gemma',
  'Hugo',
  'Isla',
  'José',
  'Karen',
  'Leo',
];

const lastNames = [
  'Abbott',
  'Bailey',
  'Cartwright',
  'Dawson',
  'Ellis',
  'Fletcher',
  'Grant',
  'Hughes',
  'Ibrahim',
  'Jarvis',
  'Kowalska',
  'Lloyd',
  'Mensah',
  'Novak',
  'Osborne',
  'Patel',
  'Quinn',
  'Reid',
  'Sharma',
  'Tanner',
  'Underwood',
  'Vaughan',
  'Walsh',
  'Young',
  'Ahmed',
  'Brooks',
  'Chandler',
  'Dixon',
  'Evans',
  'Foster',
  'Gibson',
  'Harding',
  'Ingram',
  'Jones',
  'Kaur',
  'Lambert',
  'Morgan',
  'Nash',
  'Owen',
  'Price',
  'Rees',
  'Stone',
  'Thatcher',
  'Usher',
  'Vickers',
  'Ward',
  'Yates',
  'Adeyemi',
  'Barnes',
  'Clarke',
  'Doyle',
  'Edwards',
  'Fisher',
  'Garcia',
  'Holt',
  'Iqbal',
  'Jensen',
  'Knight',
  'Lewis',
  'Marsh',
  'Nolan',
  'Okafor',
  'Parry',
  'Rossi',
  'Sinclair',
  'Turner',
  'Varga',
  'Webb',
  'Zhang',
  'Archer',
  'Bishop',
  'Cole',
  'Drake',
  'Farmer',
  'Gould',
  'Hayes',
  'Kent',
  'Mason',
  'North',
  'Perry',
];

export interface PersonName {
  readonly first: string;
  readonly last: string;
}

/** Returns a different name for every number below 4,800. */
export function personName(number: number): PersonName {
  // 1,049 has no factor in common with the number of combinations, so the steps reach each of them once.
  const combination = (number * 1_049) % (firstNames.length * lastNames.length);
  return {
    first: firstNames[combination % firstNames.length]!,
    last: lastNames[Math.floor(combination / firstNames.length)]!,
  };
}

export function somebody(dice: Dice): PersonName {
  return { first: dice.pick(firstNames), last: dice.pick(lastNames) };
}

export function emailOf({ first, last }: PersonName, domain: string): string {
  const local = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase();
  return `${local}@${domain}`;
}

/** Returns a number from the ranges that the regulator reserves for drama. */
export function mobilePhone(dice: Dice): string {
  return `+44 7700 900${dice.digits(3)}`;
}

export function landline(dice: Dice): string {
  return `+44 1632 960${dice.digits(3)}`;
}
