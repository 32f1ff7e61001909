/** Harbour & Pine Property Services: flats and small offices on the south coast, kept in order by a firm of tradespeople. */
import type { BoardWords, PeopleWords, StatusWords, VendorWords, Vocabulary } from '../vocabulary.ts';
import { accessAndPower } from './access-and-power.ts';
import { fireSafety } from './fire-safety.ts';
import { formTemplates } from './form-templates.ts';
import { heating } from './heating.ts';
import { lifts } from './lifts.ts';
import { places, siteNames, towns } from './places.ts';
import { productLines } from './products.ts';
import { waterAndAir } from './water-and-air.ts';
import { customers, jobs, otherWork, phrases, projectWork, repairSteps, rounds } from './work.ts';

const boards: readonly BoardWords[] = [
  {
    name: 'Reactive repairs',
    text: 'What residents and caretakers report. Urgent ones are made safe within four hours, others within ten working days.',
    columns: [
      ['New', 'Open'],
      ['On site', 'InProgress'],
      ['Waiting', 'OnHold'],
      ['Done', 'Completed'],
    ],
  },
  {
    name: 'Planned maintenance',
    text: 'Services that fall due by the calendar, raised two weeks before they are due.',
    columns: [
      ['Due', 'Open'],
      ['Booked in', 'InProgress'],
      ['Waiting', 'OnHold'],
      ['Done', 'Completed'],
    ],
  },
  {
    name: 'Turnovers',
    text: 'Flats between two residents and the larger works. Every day a flat stands empty costs rent.',
    columns: [
      ['To do', 'Open'],
      ['Under way', 'InProgress'],
      ['Stuck', 'OnHold'],
      ['Ready to let', 'Completed'],
    ],
  },
  {
    name: 'Compliance',
    text: 'Gas, electricity, fire, water and lifts: inspections with a date that must not be missed.',
    columns: [
      ['Due', 'Open'],
      ['Inspecting', 'InProgress'],
      ['No access', 'OnHold'],
      ['Certified', 'Completed'],
    ],
  },
  {
    name: 'Contractors',
    text: 'Work given to other firms, from the order to the checked invoice.',
    columns: [
      ['To order', 'Open'],
      ['On site', 'InProgress'],
      ['Waiting', 'OnHold'],
      ['Signed off', 'Completed'],
    ],
  },
];

const assetStatuses: readonly StatusWords[] = [
  ['In service', 'Operational', '#2e7d32', 82],
  ['Running with fault', 'Degraded', '#f9a825', 6],
  ['Down - breakdown', 'Down', '#c62828', 3],
  ['Down - planned', 'Down', '#6a1b9a', 2],
  ['Awaiting parts', 'Down', '#ef6c00', 2],
  ['Standby', 'Operational', '#1565c0', 2],
  ['Retired', 'Retired', '#757575', 3],
];

const vendors: VendorWords = {
  first: [
    'Brightwater',
    'Tamarside',
    'Pinegrove',
    'Cobblestone',
    'Headland',
    'Fairlead',
    'Stonechat',
    'Millrace',
    'Bluebell',
    'Oakhanger',
    'Tidewell',
    'Longshore',
    'Ferndale',
    'Greywacke',
  ],
  trades: [
    ['heating supplies', 'Supplier'],
    ['lift engineers', 'Contractor'],
    ['fire protection', 'Both'],
    ['plumbing merchants', 'Supplier'],
    ['electrical wholesale', 'Supplier'],
    ['roofing', 'Contractor'],
    ['cleaning services', 'Contractor'],
    ['locks and access', 'Both'],
    ['drainage', 'Contractor'],
    ['decorators', 'Contractor'],
    ['water hygiene', 'Contractor'],
    ['building supplies', 'Supplier'],
    ['scaffolding', 'Contractor'],
  ],
};

const people: PeopleWords = {
  leads: [
    ['Operations director', 'Management'],
    ['Repairs manager', 'Repairs'],
    ['Compliance manager', 'Compliance'],
    ['Planned works manager', 'Planned works'],
    ['Help desk lead', 'Help desk'],
    ['Stores and purchasing lead', 'Stores'],
    ['Team leader', 'Repairs'],
  ],
  workers: [
    ['Heating engineer', 'Repairs', ['Gas safety registration', 'Unvented hot water']],
    ['Plumber', 'Repairs', ['Unvented hot water', 'Water regulations']],
    ['Electrician', 'Repairs', ['Wiring regulations', 'Inspection and testing']],
    ['Multi-skilled technician', 'Planned works', ['Working at height', 'Asbestos awareness']],
    ['Carpenter', 'Repairs', ['Fire door installation']],
    ['Decorator', 'Planned works', ['Working at height']],
    ['Caretaker', 'Estates', ['Manual handling', 'Legionella awareness']],
    ['Help desk agent', 'Help desk', []],
  ],
  guests: ['Landlord', 'Letting agent', 'Auditor', 'Surveyor', 'Bookkeeper'],
};

export const harbour: Vocabulary = {
  key: 'harbour',
  number: 1,
  domain: 'harbour-pine.example.com',
  prefix: 'HP',
  places,
  siteNames,
  towns,
  workIsNamedAfter: 'location',
  boards,
  assetStatuses,
  kinds: [...heating, ...waterAndAir, ...fireSafety, ...lifts, ...accessAndPower],
  repairSteps,
  projectWork,
  otherWork,
  formTemplates,
  generalForms: [7, 8],
  productLines,
  vendors,
  jobs,
  customers,
  rounds,
  people,
  phrases,
};
