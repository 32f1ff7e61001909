/** Trailers and what is mounted on them or on trucks. */
import type { AssetKind } from '../vocabulary.ts';

export const trailers: readonly AssetKind[] = [
  {
    name: 'Curtainsider trailer',
    category: 'Trailers',
    share: 14,
    place: 'unit',
    criticality: 'Medium',
    makers: ['Brockway', 'Stellan'],
    models: ['Tri axle 13.6', 'Tandem urban 10', 'Step frame 13.6'],
    price: [21000, 39000],
    meter: { unit: 'km', aYear: 84000 },
    form: 3,
    faults: [
      [
        'Curtain torn',
        'Tear of about a metre near the second pillar, three buckles missing. Loaded for tomorrow.',
        'Welded a patch inside and out, five buckles renewed, curtain tensions evenly.',
      ],
      [
        'Trailer brake warning light',
        'Driver reports the trailer brake light on the dash with this trailer only, on two different units.',
        'Wheel speed sensor pushed back by rust. Cleaned, refitted in a new sleeve, codes cleared.',
      ],
      [
        'Landing legs hard to wind',
        'Legs can hardly be wound up in low gear, handle bent. Two drivers have reported it.',
        'Cross shaft bent by a kerb. Renewed shaft and handle, greased the gearboxes.',
      ],
      [
        'Suspension air bag leaking',
        'Trailer leans to the off side after an hour on its own. Ride height valve has been looked at.',
        'Air bag perished at the fold on axle two. Renewed the pair, ride height set to the plate.',
      ],
      [
        'Rear underrun bar bent',
        'Bent at a loading dock, lights on that side hang on the cable.',
        'Bar straightened within tolerance, light cluster and bracket renewed.',
      ],
    ],
    services: [
      [
        'Trailer service',
        'Grease slack adjusters, turntable and legs, check king pin wear and drain tanks.',
        'Serviced, king pin within gauge, one slack adjuster renewed.',
      ],
    ],
    inspections: [
      [
        'Ten weekly trailer inspection',
        'Safety inspection with brake test on the rollers, laden by the ballast rig.',
        'Inspected and signed as roadworthy. Brake balance within limits on all axles.',
      ],
    ],
    steps: [
      [
        'Read hub odometer',
        'Meter',
        'On the near side of axle two. If the glass is blind, say so in the notes and take it from the tracker.',
        [22000, 870000, 0],
      ],
      [
        'Check king pin with gauge',
        'PassFail',
        'Clean off the grease first. Go and no go at four points around the pin.',
      ],
      [
        'Measure brake linings',
        'Number',
        'Thinnest lining over all axles through the inspection holes (mm). Renew at 6.',
        [5, 19, 1],
      ],
      [
        'Check curtains, pillars and straps',
        'PassFail',
        'No tears over 5 cm, every pillar locks, buckles complete, straps whole.',
      ],
      [
        'Check lights and marker boards',
        'PassFail',
        'With the tester or a unit. Reflective tape complete on both sides and the rear.',
      ],
    ],
  },
  {
    name: 'Refrigerated trailer',
    category: 'Trailers',
    share: 5,
    place: 'unit',
    criticality: 'High',
    makers: ['Stellan', 'Frostrand'],
    models: ['Multi 13.6', 'Mono 13.6', 'Urban chill 10'],
    price: [52000, 86000],
    meter: { unit: 'km', aYear: 91000 },
    form: 3,
    faults: [
      [
        'Rear door seal damaged',
        'Ice along the lower edge and light visible with doors closed. Temperature holds, but the unit never stops.',
        'Seal renewed on both doors, hinges packed by 2 mm, tightness test with smoke in order.',
      ],
      [
        'Temperature recorder offline',
        'No data since midnight. Customer will not load without a record.',
        'Aerial cable cut at the bulkhead. Renewed, history came through complete from the memory.',
      ],
      [
        'Bulkhead damaged by pallet',
        'Pallet pushed into the air return. Plate bent, insulation open the size of two hands.',
        'Panel repaired with foam and a bonded plate, air flow checked.',
      ],
      [
        'Floor drain blocked',
        'Water stands at the front after wash down and freezes.',
        'Drain cleared and non return flap renewed, floor dried.',
      ],
    ],
    services: [
      [
        'Refrigerated trailer service',
        'Chassis service together with body seals, drains, recorder and door gear.',
        'Serviced, two drains cleared, door rods greased, recorder calibrated.',
      ],
    ],
    inspections: [
      [
        'Ten weekly trailer inspection',
        'Safety inspection with brake test, and the body checked for damage to the insulation.',
        'Inspected and signed as roadworthy, one marker light renewed.',
      ],
    ],
    steps: [
      [
        'Read hub odometer',
        'Meter',
        'On the near side of axle two. If the glass is blind, say so in the notes and take it from the tracker.',
        [30000, 910000, 0],
      ],
      [
        'Pull down test',
        'Number',
        'Minutes from ambient to 2 degrees with empty body and doors closed. More than 120 is a fail.',
        [62, 131, 0],
      ],
      [
        'Check door seals and hinges',
        'PassFail',
        'Paper strip at eight points; it must not slide out with the doors locked.',
      ],
      [
        'Measure brake linings',
        'Number',
        'Thinnest lining over all axles through the inspection holes (mm). Renew at 6.',
        [5, 19, 1],
      ],
    ],
  },
  {
    name: 'Refrigeration unit',
    category: 'Mounted equipment',
    share: 4,
    place: 'unit',
    criticality: 'High',
    makers: ['Frostrand', 'Polarin'],
    models: ['Diesel 1500', 'Hybrid 1300'],
    price: [14500, 26000],
    meter: { unit: 'h', aYear: 2300 },
    partOf: 'Refrigerated trailer',
    form: 3,
    faults: [
      [
        'Unit not cooling',
        'Set to 2 degrees, stays at 9. Alarm code for low suction pressure. Load has been moved over.',
        'Leak at the drier union. Remade, pressure tested, recharged by weight, 2 degrees in 70 minutes.',
        'Urgent',
      ],
      [
        'Unit will not start',
        'Cranks but does not fire. Fuel in the tank, battery good.',
        'Fuel solenoid stuck. Renewed solenoid and filter, starts at first turn.',
        'High',
      ],
      [
        'Standby plug burnt',
        'Plug of the electric standby is brown and warm. Standby taken out of use.',
        'Plug, lead and contactor renewed, phase rotation checked.',
      ],
      [
        'Defrost not ending',
        'Stays in defrost for an hour at a time, load warms up.',
        'Defrost sensor out of range. Renewed, ends at 9 degrees as it should.',
      ],
    ],
    services: [
      [
        'Refrigeration unit service',
        'Oil, filters, belts and gas check by hours, with a pull down test.',
        'Serviced, belts renewed, no leaks found with the detector, pull down in 74 minutes.',
      ],
    ],
    inspections: [
      [
        'Refrigerant leak check',
        'Leak check as the gas rules ask, with the log of additions.',
        'No leak found. Log updated, nothing added since the last check.',
      ],
    ],
    steps: [
      [
        'Read unit hours',
        'Meter',
        'Diesel and standby hours separately; enter the diesel hours here and standby in the notes.',
        [900, 21000, 0],
      ],
      ['Check belts and pulleys', 'PassFail', 'No cracks across the back, tension by the gauge, pulleys in line.'],
      ['Leak check with detector', 'PassFail', 'All unions, evaporator and service valves, with the wind kept off.'],
      ['Record suction pressure', 'Number', 'At set point after twenty minutes (bar).', [0.8, 2.9, 1]],
    ],
  },
  {
    name: 'Tail lift',
    category: 'Mounted equipment',
    share: 7,
    place: 'unit',
    criticality: 'High',
    makers: ['Lyftan', 'Brockway'],
    models: ['Cantilever 1500', 'Column 500', 'Tuck away 1000'],
    price: [3800, 9200],
    meter: { unit: 'cycles', aYear: 5200 },
    partOf: 'Rigid truck',
    form: 6,
    faults: [
      [
        'Tail lift stuck down',
        'Platform does not rise, motor hums. Truck is blocked at the customer’s door.',
        'Motor relay welded. Renewed relay and main fuse, ten cycles with load in order.',
        'High',
      ],
      [
        'Tail lift leaking oil',
        'Oil on the platform and on the road, slippery. Taken out of use.',
        'Hose at the tilt ram chafed through. Renewed both hoses, refilled and bled.',
      ],
      [
        'Platform edge dropping',
        'Tip of the platform hangs by 4 cm when level with the bed.',
        'Tilt ram seals leaking by. Resealed the ram, level within 5 mm for ten minutes.',
      ],
      [
        'Tail lift control buttons failing',
        'Needs several presses to come down, worse when wet.',
        'Control box full of water. Renewed the box and gland, covers sealed.',
      ],
    ],
    services: [
      [
        'Tail lift service',
        'Grease all pins, check oil, hoses, cables and warning flags.',
        'Serviced, flags renewed, oil topped up by half a litre.',
      ],
    ],
    inspections: [
      [
        'Thorough examination of tail lift',
        'Six monthly thorough examination with overload test every second time.',
        'Examined and found safe for its rated load. Report filed with the vehicle.',
      ],
    ],
    steps: [
      [
        'Read cycle counter',
        'Meter',
        'At the control unit behind the cover; photograph it for the report.',
        [800, 42000, 0],
      ],
      ['Load test', 'PassFail', 'Rated load for one full cycle, hold half way for two minutes without creep.'],
      ['Check pins, bushes and stops', 'PassFail', 'Play at the platform tip no more than 10 mm sideways.'],
      ['Check markings and flags', 'Checkbox', 'Rated load plate, controls marked, flags or lights present.'],
    ],
  },
];
