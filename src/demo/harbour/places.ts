/** The fifty locations of one of Harbour & Pine's sites: grounds and two blocks of flats on three floors. */
import type { DemoLocation, Town } from '../vocabulary.ts';

const FLATS_A_FLOOR = 6;

export const places: readonly DemoLocation[] = [
  { role: 'site', type: 'Site', name: '', within: null },
  { role: 'yard', type: 'Yard', name: 'Grounds and car park', within: 0 },
  ...block('north block', 2),
  ...block('south block', 26),
];

function block(name: string, at: number): DemoLocation[] {
  const floors = ['Ground floor', 'First floor', 'Second floor'];
  return [
    { role: 'building', type: 'Building', name: name[0]?.toUpperCase() + name.slice(1), within: 0 },
    { role: 'plant', type: 'Unit', name: `Plant room, ${name}`, within: at },
    ...floors.flatMap((floor, index) => floorOf(floor, index, name, at)),
    { role: 'plant', type: 'Unit', name: `Roof space, ${name}`, within: at },
  ];
}

function floorOf(floor: string, index: number, name: string, at: number): DemoLocation[] {
  const position = at + 2 + index * (FLATS_A_FLOOR + 1);
  const flats = Array.from({ length: FLATS_A_FLOOR }, (_, flat): DemoLocation => {
    return { role: 'unit', type: 'Unit', name: `Flat ${index * FLATS_A_FLOOR + flat + 1}, ${name}`, within: position };
  });
  return [{ role: 'floor', type: 'Floor', name: `${floor}, ${name}`, within: at }, ...flats];
}

export const siteNames: readonly [readonly string[], readonly string[]] = [
  [
    'Kingfisher',
    'Harbour',
    'Chandler',
    'Lantern',
    'Samphire',
    'Mallard',
    'Orchard',
    'Copper',
    'Juniper',
    'Saltmarsh',
    'Foundry',
    'Heron',
    'Larch',
    'Beacon',
    'Tannery',
    'Willow',
    'Anchor',
    'Pilot',
    'Curlew',
    'Granary',
    'Rowan',
    'Sextant',
    'Linnet',
  ],
  [
    'court',
    'house',
    'quay',
    'place',
    'yard',
    'gardens',
    'terrace',
    'wharf',
    'lodge',
    'mews',
    'row',
    'rise',
    'point',
    'gate',
    'square',
    'reach',
    'walk',
    'view',
  ],
];

export const towns: readonly Town[] = [
  ['Plymouth', 'Devon', 'PL4', 50.3755, -4.1427],
  ['Exeter', 'Devon', 'EX2', 50.7184, -3.5339],
  ['Falmouth', 'Cornwall', 'TR11', 50.1526, -5.0663],
  ['Poole', 'Dorset', 'BH15', 50.715, -1.9872],
  ['Weymouth', 'Dorset', 'DT4', 50.6144, -2.4576],
  ['Torquay', 'Devon', 'TQ1', 50.4619, -3.5253],
];
