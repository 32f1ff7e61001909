/** Lifts in Harbour & Pine's buildings. */
import type { AssetKind } from '../vocabulary.ts';

export const lifts: readonly AssetKind[] = [
  {
    name: 'Passenger lift',
    category: 'Lifts',
    share: 3,
    place: 'building',
    criticality: 'Critical',
    makers: ['Alderlift', 'Vantor'],
    models: ['Eight person traction', 'Six person hydraulic', 'Four person home lift'],
    price: [28500, 74000],
    meter: { unit: 'trips', aYear: 61000 },
    form: 2,
    faults: [
      [
        'Lift out of service',
        'Lift stands at the ground floor with doors open and does not answer calls. Two residents cannot use the stairs.',
        'Door lock contact worn on the second floor. Renewed contact, cleaned sills, ran it for twenty trips.',
        'High',
      ],
      [
        'Person trapped in lift',
        'One person was trapped between first and second and released by the duty engineer in 35 minutes, unhurt.',
        'Encoder coupling slipping. Renewed, levelling checked on all floors, autodialler tested both ways.',
        'Urgent',
      ],
      [
        'Lift not level with floor',
        'Step of about 3 cm at the third floor, up and down. A walking frame caught on it this morning.',
        'Brake lining worn. Renewed and adjusted, stops within 5 mm of every floor, loaded and empty.',
        'High',
      ],
      [
        'Lift emergency telephone dead',
        'Monthly test call did not get through; no dial tone when the line is tried from the motor room.',
        'Line moved to digital by the provider. Fitted a mobile gateway with battery, test call answered in 20 seconds.',
      ],
    ],
    services: [
      [
        'Monthly lift service',
        'Service visit to the agreed schedule: motor room, car, doors, shaft and pit.',
        'Serviced. Guide shoes oiled, pit cleaned, door timers checked, no defects that stop the lift.',
      ],
      [
        'Lift rope and brake service',
        'Measure ropes and brake linings, lubricate, and check the overspeed governor.',
        'Ropes within limits at all points, governor tripped and reset, brake holds with full load and a quarter.',
      ],
    ],
    inspections: [
      [
        'Thorough examination of lift',
        'Six monthly thorough examination by the insurer’s engineer; somebody from the lift firm must be present.',
        'Examined, no defect that needs attention at once. Two items to be done before the next visit.',
      ],
    ],
    steps: [
      [
        'Read trip counter',
        'Meter',
        'From the controller in the motor room. Note it before riding the car for tests.',
        [18000, 940000, 0],
      ],
      [
        'Test emergency telephone',
        'PassFail',
        'Press the alarm button for the full time and speak with the person who answers. Note how long it took.',
      ],
      [
        'Check levelling on every floor',
        'Number',
        'Worst step over all floors, empty car (mm). More than 10 is a defect.',
        [0, 12, 0],
      ],
      [
        'Check door reopening',
        'PassFail',
        'Break the light curtain at three heights and push the edge; doors must open each time.',
      ],
      [
        'Clean pit and motor room',
        'Checkbox',
        'Pit dry and free of rubbish, motor room locked, no goods stored in it.',
      ],
    ],
  },
  {
    name: 'Lift door operator',
    category: 'Lifts',
    share: 3,
    place: 'building',
    criticality: 'High',
    makers: ['Alderlift', 'Vantor'],
    models: ['Side opening 800', 'Centre opening 900'],
    price: [1900, 4200],
    partOf: 'Passenger lift',
    form: 2,
    faults: [
      [
        'Lift doors reopening',
        'Doors close nearly all the way and open again, five or six times, before the car moves.',
        'Light curtain misaligned after a knock. Realigned and cleaned, bottom track swept of grit.',
      ],
      [
        'Lift doors slow and noisy',
        'Doors squeal and take twice as long as they should; worse in cold weather.',
        'Hanger rollers flat. Renewed the set, adjusted the belt, closing force within limits.',
      ],
      [
        'Landing door damaged',
        'Landing door panel dented by a sofa being moved in. It drags on the sill.',
        'Panel straightened and shoes renewed. Cosmetic dent remains, cost to be charged to the move.',
      ],
      [
        'Door belt broken',
        'Car doors do not move at all, motor can be heard running.',
        'New belt fitted and tensioned, spare left in the motor room.',
      ],
    ],
    services: [
      [
        'Door operator service',
        'Clean tracks and sills, check belt, rollers and shoes, measure closing force.',
        'Cleaned and adjusted, closing force 138 newtons, sill guides renewed on one landing.',
      ],
    ],
    inspections: [
      [
        'Door lock inspection',
        'Check engagement and electrical proof of every landing lock.',
        'All locks engage by more than 7 mm before the car can move. Contacts clean.',
      ],
    ],
    steps: [
      [
        'Measure closing force',
        'Number',
        'In the middle third of the travel, with the gauge (newtons). Limit is 150.',
        [110, 156, 0],
      ],
      ['Check belt and rollers', 'PassFail', 'No fraying, no flats, belt deflects by a finger under light pressure.'],
      ['Clean sills and tracks', 'Checkbox', 'Vacuum, then wipe dry. No oil on sills, it gathers grit.'],
      ['Prove landing locks', 'PassFail', 'Each lock, each landing. The car must not move with any lock held open.'],
    ],
  },
];
