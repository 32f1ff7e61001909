/** Ridgeway Fleet Workshop: keeps other firms' vans, trucks and trailers on the road from a row of depots. */
import type { BoardWords, PeopleWords, StatusWords, VendorWords, Vocabulary } from '../vocabulary.ts';
import { formTemplates } from './form-templates.ts';
import { places, siteNames, towns } from './places.ts';
import { productLines } from './products.ts';
import { trailers } from './trailers.ts';
import { trucks } from './trucks.ts';
import { vans } from './vans.ts';
import { customers, jobs, otherWork, phrases, projectWork, repairSteps, rounds } from './work.ts';
import { workshopPlant } from './workshop-plant.ts';

const boards: readonly BoardWords[] = [
  {
    name: 'Defects and breakdowns',
    text: 'What drivers report. Safety defects stop the vehicle until somebody has signed for it.',
    columns: [
      ['Reported', 'Open'],
      ['In a bay', 'InProgress'],
      ['Waiting', 'OnHold'],
      ['Back on the road', 'Completed'],
    ],
  },
  {
    name: 'Scheduled servicing',
    text: 'Services by distance, hours or date, planned with the fleet offices two weeks ahead.',
    columns: [
      ['Planned', 'Open'],
      ['In a bay', 'InProgress'],
      ['Waiting', 'OnHold'],
      ['Done', 'Completed'],
    ],
  },
  {
    name: 'Projects and bodywork',
    text: 'Retrofits, livery, accident repair and vehicles that go back to their lessor.',
    columns: [
      ['To do', 'Open'],
      ['Under way', 'InProgress'],
      ['Stuck', 'OnHold'],
      ['Handed over', 'Completed'],
    ],
  },
  {
    name: 'Inspections and tests',
    text: 'Safety inspections, thorough examinations and annual tests, by the week they must be done in.',
    columns: [
      ['Due', 'Open'],
      ['On the ramp', 'InProgress'],
      ['Held', 'OnHold'],
      ['Signed', 'Completed'],
    ],
  },
  {
    name: 'Outside repairs',
    text: 'Glass, coding, recovery, tyres at the roadside: what dealers and contractors do for us.',
    columns: [
      ['To order', 'Open'],
      ['With contractor', 'InProgress'],
      ['Waiting', 'OnHold'],
      ['Checked', 'Completed'],
    ],
  },
];

const assetStatuses: readonly StatusWords[] = [
  ['On the road', 'Operational', '#2e7d32', 80],
  ['Defect reported', 'Degraded', '#f9a825', 6],
  ['Off road - breakdown', 'Down', '#c62828', 3],
  ['Off road - in workshop', 'Down', '#6a1b9a', 4],
  ['Awaiting parts', 'Down', '#ef6c00', 2],
  ['Spare', 'Operational', '#1565c0', 2],
  ['Sold or scrapped', 'Retired', '#757575', 3],
];

const vendors: VendorWords = {
  first: [
    'Whitehorse',
    'Kennet',
    'Lambourn',
    'Icknield',
    'Barrow',
    'Sarsen',
    'Downland',
    'Chalkway',
    'Ogbourne',
    'Uffing',
    'Cotton',
    'Ridgemoor',
    'Blowing',
    'Wayland',
  ],
  trades: [
    ['truck parts', 'Supplier'],
    ['tyre services', 'Both'],
    ['recovery', 'Contractor'],
    ['van parts', 'Supplier'],
    ['hydraulics', 'Both'],
    ['auto electrics', 'Contractor'],
    ['glass and screens', 'Contractor'],
    ['lubricants', 'Supplier'],
    ['refrigeration', 'Contractor'],
    ['bodyworks', 'Contractor'],
    ['tachograph centre', 'Contractor'],
    ['trailer spares', 'Supplier'],
    ['fasteners', 'Supplier'],
  ],
};

const people: PeopleWords = {
  leads: [
    ['General manager', 'Management'],
    ['Workshop manager', 'Workshop'],
    ['Transport compliance manager', 'Compliance'],
    ['Parts manager', 'Parts'],
    ['Fleet office lead', 'Fleet office'],
    ['Bodyshop manager', 'Bodyshop'],
    ['Shift leader', 'Workshop'],
  ],
  workers: [
    ['Heavy vehicle technician', 'Workshop', ['Brake tester', 'High voltage awareness']],
    ['Van technician', 'Workshop', ['High voltage level two', 'Air conditioning gases']],
    ['Trailer technician', 'Workshop', ['Tail lift examination', 'Brake tester']],
    ['Tyre fitter', 'Workshop', ['Roadside safety']],
    ['Vehicle inspector', 'Compliance', ['Inspection technician accreditation']],
    ['Refrigeration engineer', 'Workshop', ['Refrigerant handling']],
    ['Parts adviser', 'Parts', ['Forklift operator']],
    ['Mobile technician', 'Mobile', ['Roadside safety', 'Tail lift examination']],
  ],
  guests: ['Fleet customer', 'Transport manager', 'Auditor', 'Insurer', 'Bookkeeper'],
};

export const ridgeway: Vocabulary = {
  key: 'ridgeway',
  number: 2,
  domain: 'ridgeway-fleet.example.net',
  prefix: 'RF',
  places,
  siteNames,
  towns,
  workIsNamedAfter: 'asset',
  boards,
  assetStatuses,
  kinds: [...vans, ...trucks, ...trailers, ...workshopPlant],
  repairSteps,
  projectWork,
  otherWork,
  formTemplates,
  generalForms: [1, 5, 9, 10],
  productLines,
  vendors,
  jobs,
  customers,
  rounds,
  people,
  phrases,
};
