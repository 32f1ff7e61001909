/** The fifty locations of one of Ridgeway's depots: a yard with parking, a workshop with bays, and its mobile vans. */
import type { DemoLocation, Town } from '../vocabulary.ts';

const WORKSHOP_BAYS = 8;
const PARKING_BAYS = 35;

export const places: readonly DemoLocation[] = [
  { role: 'site', type: 'Site', name: '', within: null },
  { role: 'yard', type: 'Yard', name: 'Yard', within: 0 },
  { role: 'building', type: 'Building', name: 'Workshop', within: 0 },
  { role: 'plant', type: 'Unit', name: 'Parts store', within: 2 },
  { role: 'yard', type: 'Bay', name: 'Wash bay', within: 1 },
  ...rows('Parking bay', PARKING_BAYS, 'unit', 1),
  { role: 'yard', type: 'Vehicle', name: 'Mobile service van one', within: 0 },
  { role: 'yard', type: 'Vehicle', name: 'Mobile service van two', within: 0 },
  ...rows('Workshop bay', WORKSHOP_BAYS, 'plant', 2),
];

function rows(name: string, count: number, role: 'plant' | 'unit', within: number): DemoLocation[] {
  return Array.from({ length: count }, (_, index) => ({ role, type: 'Bay', name: `${name} ${index + 1}`, within }));
}

export const siteNames: readonly [readonly string[], readonly string[]] = [
  [
    'Millbrook',
    'Ashwell',
    'Crossways',
    'Thornhill',
    'Redlane',
    'Stanford',
    'Whitegate',
    'Bramley',
    'Holloway',
    'Kingsmoor',
    'Larkfield',
    'Netherby',
    'Oakridge',
    'Pembury',
    'Quarry',
    'Ravensworth',
    'Southmoor',
    'Tollgate',
    'Upland',
    'Viaduct',
    'Westbury',
    'Yewtree',
    'Easthope',
  ],
  [
    'depot',
    'works',
    'yard',
    'lane depot',
    'park depot',
    'road depot',
    'hill depot',
    'green depot',
    'bridge depot',
    'cross depot',
    'end depot',
    'farm depot',
    'mill depot',
    'wood depot',
    'vale depot',
    'junction depot',
    'north depot',
    'south depot',
  ],
];

export const towns: readonly Town[] = [
  ['Swindon', 'Wiltshire', 'SN3', 51.5558, -1.7797],
  ['Didcot', 'Oxfordshire', 'OX11', 51.6059, -1.2416],
  ['Newbury', 'Berkshire', 'RG14', 51.4014, -1.3231],
  ['Andover', 'Hampshire', 'SP10', 51.2079, -1.4797],
  ['Wantage', 'Oxfordshire', 'OX12', 51.5885, -1.4265],
  ['Marlborough', 'Wiltshire', 'SN8', 51.4204, -1.7293],
];
