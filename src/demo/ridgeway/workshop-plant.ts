/** The plant in Ridgeway's own workshops. */
import type { AssetKind } from '../vocabulary.ts';

export const workshopPlant: readonly AssetKind[] = [
  {
    name: 'Forklift',
    category: 'Handling',
    share: 4,
    place: 'yard',
    criticality: 'Medium',
    makers: ['Lyftan', 'Haulmer'],
    models: ['Gas 25', 'Electric 18', 'Diesel 35'],
    price: [12500, 31000],
    meter: { unit: 'h', aYear: 1150 },
    form: 6,
    faults: [
      [
        'Forklift chain slack',
        'Forks hang to one side and the left chain is slack. Taken out of use.',
        'Chain stretched past its limit. Both chains renewed, forks level.',
      ],
      [
        'Forklift battery not lasting',
        'Battery gives two hours instead of a shift.',
        'Two cells dead. Exchanged under warranty, watering chart put up.',
      ],
      [
        'Horn and beacon not working',
        'Neither horn nor beacon work since the wash.',
        'Fuse holder corroded. Renewed and sealed.',
      ],
      [
        'Mast creeping down',
        'Forks drop by a hand in a minute with a pallet up.',
        'Lift cylinder seals renewed, drop now within limits.',
      ],
    ],
    services: [
      [
        'Forklift service',
        'Service by hours with chains measured and mast lubricated.',
        'Serviced, chains at one percent, brakes adjusted.',
      ],
    ],
    inspections: [
      [
        'Thorough examination of forklift',
        'Yearly thorough examination of lifting parts and safety systems.',
        'Examined and found safe for its rated load.',
      ],
    ],
    steps: [
      [
        'Read hour meter',
        'Meter',
        'Key on, seat occupied, or some makes show the traction hours only.',
        [400, 14500, 0],
      ],
      [
        'Measure chain stretch',
        'Number',
        'With the chain gauge at the most worn part (percent). Renew at 3.',
        [0.2, 3.1, 1],
      ],
      ['Check forks and heels', 'PassFail', 'Heel thickness with the gauge, locking pins, no cracks at the hook.'],
      ['Test horn, beacon and seat switch', 'PassFail', 'Truck must not drive or lift with the seat empty.'],
    ],
  },
  {
    name: 'Vehicle lift',
    category: 'Workshop plant',
    share: 3,
    place: 'plant',
    criticality: 'High',
    makers: ['Haulmer', 'Lyftan'],
    models: ['Two post 4 t', 'Four post 6 t', 'Column set 7.5 t'],
    price: [3900, 21500],
    meter: { unit: 'cycles', aYear: 2600 },
    faults: [
      [
        'Lift arms not locking',
        'Arm restraint on the rear left slips under side load. Bay closed.',
        'Gear segment worn. Renewed the pair, restraints hold.',
        'High',
      ],
      [
        'Lift rising unevenly',
        'Right column is 2 cm behind at full height.',
        'Synchronising cable stretched. Adjusted, to be renewed at the next service.',
      ],
      [
        'Lift will not lower',
        'Van is up and does not come down by button. Lowered by hand valve.',
        'Lowering solenoid burnt out. Renewed and tested with load.',
      ],
    ],
    services: [
      [
        'Vehicle lift service',
        'Grease, cables, nuts, restraints and anchors, twice a year.',
        'Serviced, anchors torqued, carrying nuts within limits.',
      ],
    ],
    inspections: [
      [
        'Thorough examination of vehicle lift',
        'Six monthly thorough examination by the insurer’s engineer.',
        'Examined, safe to stay in use, next date on the plate.',
      ],
    ],
    steps: [
      [
        'Check anchors with torque wrench',
        'PassFail',
        'Every anchor of both columns. A turning anchor closes the bay.',
      ],
      [
        'Measure carrying nut wear',
        'Number',
        'Gap between carrying and safety nut (mm). Limit is on the plate.',
        [12.5, 19.5, 1],
      ],
      ['Check arm restraints', 'PassFail', 'Push each arm sideways at waist height with the lift off the ground.'],
      [
        'Raise and lower with test load',
        'PassFail',
        'Full height with the shop truck, stop half way, watch for drift over two minutes.',
      ],
    ],
  },
  {
    name: 'Roller brake tester',
    category: 'Workshop plant',
    share: 1,
    place: 'building',
    criticality: 'High',
    makers: ['Haulmer'],
    models: ['Heavy duty 18 t', 'Universal 13 t'],
    price: [17500, 41000],
    meter: { unit: 'tests', aYear: 3900 },
    form: 4,
    faults: [
      [
        'Brake tester reading low',
        'Near side reads 8 percent below the portable meter.',
        'Load cell bracket loose. Torqued and calibrated, both sides within one percent.',
      ],
      [
        'Roller set not starting',
        'Rollers do not start with an axle in place, lamp on.',
        'Third roller switch full of grit. Cleaned and sealed.',
      ],
    ],
    services: [
      [
        'Brake tester service',
        'Clean pits, grease chains and check roller surface.',
        'Serviced, chain tension set, roller surface within limits.',
      ],
    ],
    inspections: [
      [
        'Brake tester calibration',
        'Six monthly calibration; without it no test from this depot is valid.',
        'Calibrated, certificate on the wall and on file.',
      ],
    ],
    steps: [
      ['Zero check', 'PassFail', 'Rollers stopped and dry. Both sides must read zero and stay there for a minute.'],
      [
        'Calibrate near and off side',
        'Number',
        'Largest deviation over five weights (percent). Limit is 3.',
        [0.1, 3.2, 1],
      ],
      ['Clean pit and pump sump', 'Checkbox', 'Oil and water to the separator, not to the drain.'],
    ],
  },
  {
    name: 'Air compressor',
    category: 'Workshop plant',
    share: 2,
    place: 'building',
    criticality: 'High',
    makers: ['Haulmer', 'Pellow Air'],
    models: ['Screw 15', 'Screw 22', 'Piston 7'],
    price: [3600, 14500],
    meter: { unit: 'h', aYear: 3400 },
    faults: [
      [
        'Compressor cutting out hot',
        'Cuts out every afternoon with high temperature. Louvres are open.',
        'Oil cooler packed with dust. Cleaned, oil and filter renewed, 82 degrees at full load.',
      ],
      [
        'Water in air lines',
        'Tyre guns spit water, the drier shows fault.',
        'Drain valve of the drier stuck. Renewed, lines blown down.',
      ],
      [
        'Air pressure dropping in workshop',
        'Pressure falls to 5 bar when two bays work at once.',
        'Leak of a quarter of the output at the bay three reel. Renewed reel and coupling.',
      ],
    ],
    services: [
      [
        'Compressor service',
        'Oil, separator, filters and belt by hours.',
        'Serviced, belt renewed, safety valve lifted.',
      ],
    ],
    inspections: [
      [
        'Pressure system examination',
        'Examination of receiver, safety valve and gauges under the written scheme.',
        'Receiver examined, fit for service until the next date.',
      ],
    ],
    steps: [
      ['Read running hours', 'Meter', 'Total hours, and loaded hours in the notes.', [1500, 38000, 0]],
      ['Lift safety valve', 'PassFail', 'By the ring with ear defenders on; it must blow and seat again.'],
      ['Drain receiver', 'Checkbox', 'Until dry air comes. Measure how much if it is more than a cup.'],
      ['Record cut in and cut out', 'Text', 'Both pressures and the time between them with all tools off.'],
    ],
  },
];
