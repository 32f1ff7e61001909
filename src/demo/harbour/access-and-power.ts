/** Doors, gates and electrics in Harbour & Pine's buildings, and the firm's own vans. */
import type { AssetKind } from '../vocabulary.ts';

export const accessAndPower: readonly AssetKind[] = [
  {
    name: 'Door entry panel',
    category: 'Security',
    share: 4,
    place: 'building',
    criticality: 'Medium',
    makers: ['Signalwick', 'Keyhaven'],
    models: ['Audio 12', 'Video 24', 'Fob only'],
    price: [420, 2300],
    form: 9,
    faults: [
      [
        'Main door not locking',
        'Front door can be pushed open without a fob. Strangers were seen in the bike store last night.',
        'Magnetic lock plate had come loose. Refixed with shear bolts, holding force tested, closer adjusted.',
        'High',
      ],
      [
        'Intercom dead in one flat',
        'Visitors cannot reach the flat. Handset clicks but nobody can be heard either way.',
        'Broken conductor at the handset. Remade the joint and tested with the panel.',
      ],
      [
        'Fobs not reading',
        'Fobs need five or six tries, worse in the rain. Residents have begun to wedge the door.',
        'Reader had taken in water. New reader with a hood, all fobs still valid.',
      ],
      [
        'Exit button stuck',
        'Release button inside has to be pulled out by hand and the door stays open meanwhile.',
        'Renewed the button and the green break glass beside it.',
      ],
    ],
    services: [
      [
        'Door entry service',
        'Check locks, readers, release buttons, batteries and the fire alarm release.',
        'Serviced, battery renewed, door releases on alarm. Twelve lost fobs taken off the list.',
      ],
    ],
    inspections: [
      [
        'Door release check on fire alarm',
        'Prove that every electric lock lets go when the alarm sounds and when power fails.',
        'All locks released on alarm and on loss of power.',
      ],
    ],
    steps: [
      [
        'Test call to one flat on each floor',
        'PassFail',
        'Speech both ways and release. Ask the resident how it sounds, do not judge it from the panel.',
      ],
      [
        'Check release on power failure',
        'PassFail',
        'Pull the fuse for ten seconds. Locks must let go, and hold again afterwards.',
      ],
      ['Battery voltage', 'Number', 'At the terminals with the charger off for five minutes (volts).', [11.6, 13.4, 1]],
      ['Remove lost fobs', 'Checkbox', 'Take the list from the office on the day, not from the folder in the van.'],
    ],
  },
  {
    name: 'Consumer unit',
    category: 'Electrical',
    share: 8,
    place: 'unit',
    criticality: 'High',
    makers: ['Orrin Electric', 'Lumenry'],
    models: ['Ten way metal', 'Six way metal', 'Fourteen way'],
    price: [140, 520],
    form: 9,
    faults: [
      [
        'Power tripping',
        'Sockets trip every evening and cannot be reset for an hour. Fridge is on an extension lead from the hall.',
        'Moisture in an outside socket. Isolated and renewed it, insulation now well above the limit.',
      ],
      [
        'No lights in part of flat',
        'Bedroom and hall have no lights since a lamp blew. Breaker is on.',
        'Loose neutral at the ceiling rose. Remade and checked the rest of the circuit.',
      ],
      [
        'Burning smell at fuse board',
        'Smell of burning near the board when the shower runs. Resident told to leave the shower off.',
        'Shower breaker terminal loose and scorched. Renewed breaker and tail, torqued, thermal picture taken.',
        'Urgent',
      ],
      [
        'Socket cracked',
        'Double socket in the kitchen is cracked across the face, live parts cannot be seen but it moves.',
        'New socket and back box lugs, polarity and earth tested.',
      ],
    ],
    services: [
      [
        'Consumer unit check and torque',
        'Torque terminals, test residual current devices and renew labels.',
        'All terminals torqued, devices trip within time, labels renewed.',
      ],
    ],
    inspections: [
      [
        'Electrical installation report',
        'Five yearly inspection and test of the fixed installation.',
        'Satisfactory. Two observations for improvement, none dangerous. Report sent to the landlord.',
      ],
    ],
    steps: [
      [
        'Trip time of residual current device',
        'Number',
        'At the rated current, both half waves, worst value (ms).',
        [14, 44, 0],
      ],
      [
        'Insulation resistance',
        'Number',
        'Line and neutral together to earth at 500 volts, loads off (megohms).',
        [1, 200, 0],
      ],
      [
        'Torque all terminals',
        'Checkbox',
        'With the preset driver. Mark each with the pen so that the next person sees it was done.',
      ],
      [
        'Check labels and blanks',
        'PassFail',
        'No open ways, circuits named as they are today, test button notice present.',
      ],
    ],
  },
  {
    name: 'Automatic gate',
    category: 'Security',
    share: 2,
    place: 'yard',
    criticality: 'Medium',
    makers: ['Keyhaven', 'Vantor'],
    models: ['Sliding 6 m', 'Swing pair', 'Rising bollard'],
    price: [3200, 9400],
    meter: { unit: 'cycles', aYear: 38000 },
    form: 9,
    faults: [
      [
        'Car park gate stuck open',
        'Gate has stayed open since the morning. Panel shows obstruction, nothing in the beam.',
        'Photo cell bracket bent. Straightened and aligned, cleaned lenses, force limits tested.',
      ],
      [
        'Gate hit by vehicle',
        'Delivery van drove into the leaf. It moves but the bottom hinge is bent.',
        'Hinge renewed, leaf straightened enough to run, new leaf to be quoted. Photographs sent to the insurer.',
      ],
      [
        'Gate stops half way',
        'Stops half way on every second cycle and reverses.',
        'Rack worn at the middle. Renewed two lengths and greased, force test passed.',
      ],
      [
        'Remote controls not working',
        'None of the remotes work since the thunderstorm. Keypad works.',
        'Receiver board dead. Renewed and learned 42 remotes.',
      ],
    ],
    services: [
      [
        'Gate service and force test',
        'Service with force test at main closing edges, as the safety guidance asks twice a year.',
        'Serviced, forces within limits at all points, report filed, safety edges cleaned.',
      ],
    ],
    inspections: [
      [
        'Gate safety inspection',
        'Inspect hinges, stops, edges, beams and signs, and the means of release by hand.',
        'Safe to stay in use. Warning sign renewed on the road side.',
      ],
    ],
    steps: [
      [
        'Read cycle counter',
        'Meter',
        'From the control board menu, before cycling the gate for tests.',
        [9000, 320000, 0],
      ],
      [
        'Force test at closing edge',
        'Number',
        'Highest of five readings at the middle height (newtons). Limit is 400.',
        [180, 410, 0],
      ],
      [
        'Check beams and safety edges',
        'PassFail',
        'Break each beam and press each edge while closing; the gate must stop and reverse.',
      ],
      ['Release by hand', 'PassFail', 'Release with the key from both sides, push open, lock again.'],
    ],
  },
  {
    name: 'Service van',
    category: 'Vehicles',
    share: 4,
    place: 'yard',
    criticality: 'Medium',
    makers: ['Merrow', 'Castellan'],
    models: ['Courier 2.0', 'Courier electric', 'Carrier long'],
    price: [16500, 33000],
    meter: { unit: 'mi', aYear: 11500 },
    vehicle: true,
    faults: [
      [
        'Van warning light on',
        'Amber engine light since yesterday, no loss of power. Driver has a full day booked.',
        'Sensor fault after the particulate filter. Renewed the sensor, cleared the code, road tested.',
      ],
      [
        'Van sliding door sticking',
        'Side door has to be slammed and does not always lock. Tools were left in it overnight.',
        'Lower roller worn. Renewed roller and striker, locks from the key again.',
      ],
      [
        'Van puncture',
        'Slow puncture front left, pumped up twice this week.',
        'Screw in the tread, repaired within the permitted area, pressures set all round.',
      ],
    ],
    services: [
      [
        'Van service',
        'Service at the interval shown by the van, with brakes and tyres measured.',
        'Serviced, front pads at 5 mm, tyres at 4 and 5 mm, next due entered on the sticker.',
      ],
    ],
    inspections: [
      [
        'Weekly van check',
        'Lights, tyres, levels, ladder clamps, first aid kit and load restraint.',
        'Checked, washer fluid filled, one ladder strap renewed.',
      ],
    ],
    steps: [
      ['Read odometer', 'Meter', 'From the dash with the ignition on; not the trip counter.', [4000, 118000, 0]],
      ['Measure tyre tread', 'Number', 'Lowest of all four in the middle three quarters (mm).', [2.1, 7.8, 1]],
      [
        'Check lights and glass',
        'PassFail',
        'All lights with a helper or a wall; no crack in the swept area of the screen.',
      ],
      [
        'Check ladder clamps and load restraint',
        'PassFail',
        'Clamps lock, straps whole, nothing loose behind the seats.',
      ],
    ],
  },
];
