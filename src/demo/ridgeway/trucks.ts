/** The heavy vehicles that Ridgeway looks after. */
import type { AssetKind } from '../vocabulary.ts';

export const trucks: readonly AssetKind[] = [
  {
    name: 'Rigid truck',
    category: 'Heavy vehicles',
    share: 15,
    place: 'unit',
    criticality: 'High',
    makers: ['Torvik', 'Hallmark Trucks', 'Dreyer'],
    models: ['R12 box', 'R18 curtain', 'R26 drawbar'],
    price: [46000, 98000],
    meter: { unit: 'km', aYear: 62000 },
    vehicle: true,
    form: 2,
    serviceForm: 8,
    faults: [
      [
        'Air leak from brakes',
        'Hiss from the rear axle with the foot brake held; tanks lose one bar in four minutes.',
        'Diaphragm of the near side chamber split. Renewed the chamber, adjusted, roller test within five percent.',
        'High',
      ],
      [
        'Exhaust fluid warning',
        'Warning counts down to limp mode in 300 km. Tank is full and the fluid was bought sealed.',
        'Dosing nozzle crystallised. Cleaned and flushed the line, forced regeneration, counter cleared.',
      ],
      [
        'Cab tilt pump leaking',
        'Oil below the cab on the near side, cab sinks slowly when tilted. Do not work under it without the stay.',
        'Pump seals gone. Fitted exchange pump, bled the ram, stay checked and painted.',
      ],
      [
        'Steering wandering',
        'Driver reports that the truck wanders at eighty and needs constant correction, worse when empty.',
        'Drag link ball joint worn. Renewed, toe set on the plates, free play at the rim within limits.',
        'High',
      ],
      [
        'Nearside marker lights out',
        'Three marker lights out on the near side, found at the walkround this morning.',
        'Chafed loom at the body bracket. Repaired in conduit, lights and indicators in order.',
      ],
    ],
    services: [
      [
        'Six weekly truck service',
        'Grease all points, drain tanks, check levels and do the jobs that came up on the last inspection sheet.',
        'Greased, air drier cartridge renewed, two defects of the last sheet closed.',
      ],
      [
        'Yearly truck service',
        'Full service with filters, valve clearances, wheel hubs and a fluid sample for the laboratory.',
        'Done over two shifts. Sample sent, hub seals renewed on the rear axle, road and roller test in order.',
      ],
    ],
    inspections: [
      [
        'Six weekly safety inspection',
        'Safety inspection to the operator’s plan, with a laden roller brake test; sheet to be signed as roadworthy.',
        'Inspected and signed as roadworthy after one repair. Laden brake test attached.',
      ],
    ],
    steps: [
      [
        'Read odometer from tachograph',
        'Meter',
        'Print or read from the tachograph, not from the dash. Note if the two differ by more than 5 km.',
        [38000, 790000, 0],
      ],
      [
        'Laden roller brake test',
        'Number',
        'Service brake efficiency (percent). Below 50 the vehicle does not leave the yard.',
        [49, 71, 0],
      ],
      [
        'Check air build up and leaks',
        'PassFail',
        'From empty to cut out within the time on the sheet; no more than 0.2 bar lost in five minutes.',
      ],
      [
        'Measure tyre tread, all wheels',
        'Number',
        'Lowest reading, with its position in the notes (mm). Look between the pairs for stones and bulges.',
        [2, 14, 1],
      ],
      [
        'Check wheel nuts and indicators',
        'PassFail',
        'All pointers in line, no rust streaks, torque any wheel that was off within the last 100 km.',
      ],
      [
        'Check steering and suspension',
        'PassFail',
        'On the plates with the engine running: joints, pins, springs, air bags, dampers.',
      ],
    ],
  },
  {
    name: 'Tractor unit',
    category: 'Heavy vehicles',
    share: 13,
    place: 'unit',
    criticality: 'Critical',
    makers: ['Torvik', 'Dreyer'],
    models: ['T460 sleeper', 'T500 sleeper', 'T410 day cab'],
    price: [78000, 126000],
    meter: { unit: 'km', aYear: 108000 },
    vehicle: true,
    form: 2,
    serviceForm: 8,
    faults: [
      [
        'Broken down on motorway',
        'Unit stopped on the hard shoulder with coolant loss. Recovery has been called, load is chilled.',
        'Water pump bearing failed and took the belt. Renewed pump, belt and tensioner, pressure test held.',
        'Urgent',
      ],
      [
        'Fifth wheel stiff',
        'Handle needs two people and the jaw does not close in one go. Trailer changes take ten minutes.',
        'Jaw dry and wear ring at its limit. Rebuilt with kit, greased, closes and locks with indicator out.',
      ],
      [
        'Retarder not working',
        'Retarder gives no effect from the second notch on, temperature normal.',
        'Valve block connector corroded. Cleaned and sealed, road test with load in order.',
      ],
      [
        'Windscreen cracked',
        'Stone chip has run to 30 cm within the swept area. Vehicle stopped at the depot.',
        'Screen renewed by the glass firm, camera calibrated, curing time kept.',
      ],
      [
        'Tachograph fault',
        'Shows fault code and takes no card in slot one. Driver is on manual entries.',
        'Card reader failed. Exchanged and calibrated at the tachograph centre, plaque fitted.',
      ],
    ],
    services: [
      [
        'Tractor unit service',
        'Service by oil life shown, with chassis lubrication and a look at all air lines behind the cab.',
        'Serviced, suzie lines renewed, fifth wheel greased, no chafing found.',
      ],
      [
        'Prepare for annual test',
        'Steam clean, full pre-test inspection, headlamp aim and brake test, two days before the test.',
        'Prepared, headlamps set, two bushes renewed. Passed first time.',
      ],
    ],
    inspections: [
      [
        'Six weekly safety inspection',
        'Safety inspection to the operator’s plan with a laden roller brake test and the driver’s defect cards at hand.',
        'Inspected and signed as roadworthy. Defect cards of the period closed and filed.',
      ],
    ],
    steps: [
      [
        'Read odometer from tachograph',
        'Meter',
        'Print or read from the tachograph, not from the dash. Note if the two differ by more than 5 km.',
        [52000, 1120000, 0],
      ],
      [
        'Check fifth wheel jaw and mounting',
        'PassFail',
        'Play with the gauge, bolts by torque marks, lock indicator works. Clean before you judge.',
      ],
      [
        'Laden roller brake test',
        'Number',
        'Service brake efficiency (percent). Below 50 the vehicle does not leave the yard.',
        [49, 73, 0],
      ],
      [
        'Check air lines and electrical leads',
        'PassFail',
        'Behind the cab on full lock both ways: nothing stretched, chafed or lying on the catwalk.',
      ],
      [
        'Drain air tanks',
        'Checkbox',
        'Each tank until dry. Water or oil means the drier is due, whatever the calendar says.',
      ],
      [
        'Sign off roadworthiness',
        'Checkbox',
        'Only after every defect on this sheet is closed. The signature is yours, not the firm’s.',
      ],
    ],
  },
  {
    name: 'Tipper',
    category: 'Heavy vehicles',
    share: 6,
    place: 'unit',
    criticality: 'High',
    makers: ['Hallmark Trucks', 'Dreyer'],
    models: ['Eight wheel steel', 'Eight wheel alloy', 'Six wheel grab'],
    price: [69000, 118000],
    meter: { unit: 'km', aYear: 48000 },
    vehicle: true,
    form: 2,
    serviceForm: 8,
    faults: [
      [
        'Tipper body slow to lift',
        'Body stops at half height with a full load. Oil level is right.',
        'Pump worn. Exchanged pump and filter, full height in 38 seconds with load.',
      ],
      [
        'Tailgate not closing',
        'Tailgate leaves a gap of a hand and drops material on the road. Taken off work.',
        'Hinge pins and linkage renewed, locks set, seal fitted.',
        'High',
      ],
      [
        'Spring leaf broken',
        'Second leaf broken on axle three, near side, found at wash down.',
        'Spring renewed with bolts and bushes, alignment checked, torque repeated after 80 km.',
        'High',
      ],
      [
        'Sheeting system stuck',
        'Sheet stops a metre short. Driver has been climbing to pull it, which has to stop.',
        'Motor drive shaft sheared. Renewed, limit switches set, runs end to end.',
      ],
    ],
    services: [
      [
        'Tipper service',
        'Service with body prop check, hydraulic filter and all pins greased; body up only with the prop in.',
        'Serviced, hydraulic filter renewed, props and warning decals in order.',
      ],
    ],
    inspections: [
      [
        'Four weekly safety inspection',
        'Safety inspection at the shorter interval for site work, with chassis, body pivots and underrun bars.',
        'Inspected and signed as roadworthy, underrun bar straightened.',
      ],
    ],
    steps: [
      [
        'Fit body prop before work',
        'Checkbox',
        'No hand goes under a raised body before the prop is in and the key out. No exceptions for a quick look.',
      ],
      [
        'Read odometer',
        'Meter',
        'From the tachograph; enter power take off hours in the notes where there is a counter.',
        [29000, 610000, 0],
      ],
      [
        'Check hydraulic hoses and ram',
        'PassFail',
        'Full lift and hold for five minutes: no creep, no drip, no blister on any hose.',
      ],
      [
        'Check chassis and body pivots',
        'PassFail',
        'Clean first. Cracks start at the pivot gussets and behind the cab cross member.',
      ],
      [
        'Measure tyre tread, all wheels',
        'Number',
        'Lowest reading, with its position in the notes (mm). Cuts to the cord are a fail at any depth.',
        [2, 16, 1],
      ],
    ],
  },
];
