/** The light vehicles that Ridgeway looks after. */
import type { AssetKind } from '../vocabulary.ts';

export const vans: readonly AssetKind[] = [
  {
    name: 'Panel van',
    category: 'Light vehicles',
    share: 22,
    place: 'unit',
    criticality: 'Medium',
    makers: ['Merrow', 'Castellan', 'Torvik'],
    models: ['Courier 2.0', 'Courier electric', 'Carrier long', 'Carrier high'],
    price: [15500, 36500],
    meter: { unit: 'mi', aYear: 17500 },
    vehicle: true,
    form: 7,
    faults: [
      [
        'Engine warning light on',
        'Driver reports amber engine light and loss of power on hills; stop and restart clears it for a day.',
        'Boost hose split at the clip. Renewed hose, cleared codes, smoke tested the intake, road test in order.',
      ],
      [
        'Brakes grinding',
        'Grinding from the front when braking below twenty, started this week. Driver has been told to bring it straight in.',
        'Front pads down to the backing plate. Renewed pads and discs both sides, slides freed and greased.',
        'High',
      ],
      [
        'Sliding door will not latch',
        'Side door opens by itself on rough roads, load strapped in until seen.',
        'Striker bent and lower roller worn. Renewed both, latches with normal effort, alarm sees it closed.',
      ],
      [
        'Battery flat after weekend',
        'Third jump start on a Monday. Interior light and tracker have been ruled out by the driver.',
        'Drain of 0.4 amps from the heated screen relay. Renewed relay and battery, drain now 0.03.',
      ],
      [
        'Puncture rear left',
        'Slow puncture, pumped up twice this week. Tyre is at 3 mm anyway.',
        'Not repairable, too near the shoulder. New tyre fitted and balanced, torqued, retorque note left in the cab.',
      ],
    ],
    services: [
      [
        'Interim van service',
        'Oil, filter and safety items at half the main interval, with brakes and tyres measured.',
        'Serviced. Pads 6 mm front and 7 mm rear, lowest tyre 4.5 mm, next service entered on the sticker.',
      ],
      [
        'Main van service',
        'Main service with all filters, brake fluid if due, and a road test.',
        'Serviced to the maker’s sheet, brake fluid changed, fuel filter drained, road test in order.',
      ],
    ],
    inspections: [
      [
        'Ten weekly safety check',
        'Safety check between services: steering, brakes, tyres, lights, glass and load area.',
        'Checked, one number plate light renewed, no defects left open.',
      ],
    ],
    steps: [
      [
        'Read odometer',
        'Meter',
        'From the dash with the ignition on. Compare it with the last reading; a fall means the wrong van or a new cluster.',
        [6000, 148000, 0],
      ],
      [
        'Drain and refill engine oil',
        'Checkbox',
        'Grade from the sheet, level by the stick after five minutes. New washer on the plug, always.',
      ],
      [
        'Measure brake pads',
        'Number',
        'Thinnest pad of the axle pair, inner pads included (mm). Renew at 3.',
        [2.5, 11.5, 1],
      ],
      [
        'Measure tyre tread',
        'Number',
        'Lowest of all tyres over the middle three quarters (mm). Renew at 3 by company rule.',
        [2.2, 8, 1],
      ],
      [
        'Check lights, glass and mirrors',
        'PassFail',
        'All lights with a helper, no crack in the swept area, mirrors hold their setting.',
      ],
      [
        'Road test',
        'PassFail',
        'At least three miles with one stop from forty. Listen for wheel bearings on both locks.',
      ],
    ],
  },
  {
    name: 'Minibus',
    category: 'Light vehicles',
    share: 4,
    place: 'unit',
    criticality: 'High',
    makers: ['Merrow', 'Castellan'],
    models: ['Sixteen seat', 'Twelve seat access'],
    price: [29000, 58000],
    meter: { unit: 'mi', aYear: 19500 },
    vehicle: true,
    form: 1,
    faults: [
      [
        'Passenger door not closing',
        'Door stops half way and opens again. Taken off the school run.',
        'Pressure sensor edge torn. Renewed edge, closing force tested.',
        'High',
      ],
      [
        'Wheelchair lift fault',
        'Lift stows but does not deploy, hand pump works.',
        'Limit switch out of place. Set and sealed, twelve cycles in order.',
      ],
      [
        'Seat belt will not retract',
        'Third row right. Seat is not to be used until done.',
        'Belt renewed, anchorage torqued, label checked.',
      ],
      [
        'Heater blowing cold in rear',
        'No heat in the back since it turned cold. Front is fine.',
        'Rear heater valve seized. Renewed and bled.',
      ],
    ],
    services: [
      [
        'Minibus service',
        'Service with belts, doors, ramps and emergency exits checked.',
        'Serviced, fire extinguisher exchanged, first aid box completed.',
      ],
    ],
    inspections: [
      [
        'Eight weekly safety inspection',
        'Safety inspection for passenger vehicles with brake test.',
        'Inspected and signed as roadworthy.',
      ],
    ],
    steps: [
      ['Read odometer', 'Meter', 'From the dash with the ignition on; not the trip counter.', [7000, 164000, 0]],
      [
        'Check every seat belt',
        'PassFail',
        'Pull, lock, release and retract, one by one, including the wheelchair restraints.',
      ],
      ['Check emergency exits', 'PassFail', 'Doors open from both sides, hammers present, buzzer sounds.'],
      ['Measure brake pads', 'Number', 'Thinnest pad of the axle pair (mm). Renew at 3.', [2.5, 11.5, 1]],
    ],
  },
];
