/** Fire doors, alarms and emergency lighting in Harbour & Pine's buildings. */
import type { AssetKind } from '../vocabulary.ts';

export const fireSafety: readonly AssetKind[] = [
  {
    name: 'Fire door',
    category: 'Fire safety',
    share: 16,
    place: 'floor',
    criticality: 'Critical',
    makers: ['Stanmoor Doors', 'Helmsby Joinery'],
    models: ['Thirty minute single', 'Thirty minute pair', 'Sixty minute single'],
    price: [380, 1250],
    form: 3,
    faults: [
      [
        'Fire door not closing',
        'Door to the stairs stays ajar by a hand. It has to be pulled the last bit, and residents prop it open.',
        'Closer had lost its oil. Fitted a new closer, set speed and latch action, closes from every angle.',
        'High',
      ],
      [
        'Fire door seal missing',
        'Intumescent strip is missing on the hinge side, about a metre, noticed by the cleaner.',
        'Renewed strips and smoke seals on three sides, gaps measured at 3 mm all round.',
      ],
      [
        'Fire door glass cracked',
        'Crack from corner to corner of the vision panel after a delivery. Film applied for now.',
        'New fire rated glass bedded in intumescent, beads pinned, label photographed.',
      ],
      [
        'Fire door hinges loose',
        'Leaf has dropped and scrapes on the floor; the top hinge has pulled two of its screws.',
        'Plugged with hardwood, three new rated hinges, leaf eased by 1 mm at the lower corner.',
      ],
      [
        'Hold open device not releasing',
        'At the last alarm test this door stayed open while all others on the landing closed.',
        'Device battery flat and paired to an old panel. Renewed battery, learned the tone, released on three tests.',
        'High',
      ],
    ],
    services: [
      [
        'Quarterly fire door adjustment',
        'Adjust closers, lubricate hinges and latches and renew worn seals on all communal doors of the floor.',
        'All doors close and latch from any angle. Two closers adjusted, one seal renewed.',
      ],
    ],
    inspections: [
      [
        'Quarterly fire door inspection',
        'Inspect leaf, frame, gaps, seals, glazing, closer, hinges and signs; record every door by its tag.',
        'All doors of the floor inspected and tagged. Remedial work, where needed, raised as follow on.',
      ],
    ],
    steps: [
      [
        'Measure gaps at head and jambs',
        'Number',
        'Largest gap with the door closed on the latch (mm). More than 4 is a defect.',
        [2, 5, 0],
      ],
      [
        'Check closer from every angle',
        'PassFail',
        'Open to 90, 45 and 15 degrees and let go. It must latch each time without help.',
      ],
      [
        'Check seals and intumescent strips',
        'PassFail',
        'Complete on three sides, not painted over, not cut short at the hinges.',
      ],
      [
        'Check hinges and fixings',
        'PassFail',
        'Three rated hinges, every screw present and tight, no metal dust below the knuckles.',
      ],
      [
        'Check signs and tag',
        'Checkbox',
        'Sign on both faces, tag readable. Scan the tag so that the record finds its door.',
      ],
    ],
  },
  {
    name: 'Fire alarm panel',
    category: 'Fire safety',
    share: 4,
    place: 'building',
    criticality: 'Critical',
    makers: ['Signalwick', 'Orrin Fire'],
    models: ['Loop 1', 'Loop 2', 'Zone 8'],
    price: [1400, 6900],
    form: 5,
    faults: [
      [
        'Fire alarm panel in fault',
        'Panel shows a general fault and beeps. The caretaker muted it once, it came back within the hour.',
        'Loop open between devices 14 and 15. Remade the joint in the riser, fault cleared, tested two devices.',
        'High',
      ],
      [
        'Repeated false alarms',
        'Three false alarms from the same landing in ten days, always about six in the evening.',
        'Smoke head too near a kitchen door. Changed it to a multi sensor and cleaned the neighbours, log updated.',
      ],
      [
        'Panel battery fault',
        'Battery fault shown since the power cut at the weekend. Mains is back and stable.',
        'Both batteries renewed and dated, charger voltage checked, standby held under load.',
      ],
      [
        'Sounder not heard in flat',
        'Resident on the second floor slept through the weekly test and could not hear it with the door closed.',
        'Sounder on that landing had failed. Renewed it, 71 decibels at the bed head with doors closed.',
      ],
    ],
    services: [
      [
        'Six monthly fire alarm service',
        'Service a half of all devices this visit; check batteries, causes and effects and the link to the monitoring centre.',
        'Half of the devices tested and cleaned, batteries within limits, signal to the monitoring centre confirmed.',
      ],
    ],
    inspections: [
      [
        'Weekly fire alarm test',
        'Operate one call point, a different one each week, and enter it in the log book.',
        'Call point operated, all sounders heard, panel reset, log book signed.',
      ],
    ],
    steps: [
      [
        'Put monitoring centre on test',
        'Checkbox',
        'Give the site code and the hour you expect to finish. Take it off test again before you leave.',
      ],
      [
        'Operate call point',
        'PassFail',
        'Use the next one in the log. The panel must show its address and text within three seconds.',
      ],
      [
        'Measure battery voltage under load',
        'Number',
        'Mains off for fifteen minutes with sounders running for one of them (volts).',
        [24, 28, 1],
      ],
      [
        'Walk the floors while sounding',
        'PassFail',
        'Doors closed, every landing and one flat on each floor where somebody lets you in.',
      ],
      ['Reset and sign log book', 'Checkbox', 'Panel normal, no disablements left in, book signed with the time.'],
    ],
  },
  {
    name: 'Emergency light',
    category: 'Fire safety',
    share: 9,
    place: 'floor',
    criticality: 'High',
    makers: ['Lumenry', 'Orrin Fire'],
    models: ['Bulkhead 8', 'Exit sign 5', 'Downlight 3'],
    price: [45, 190],
    form: 4,
    faults: [
      [
        'Emergency light failed test',
        'Fitting went out after forty minutes of the yearly three hour test. The others on the landing held.',
        'Battery pack at the end of its life. Renewed and dated, charged for a day, held three hours.',
      ],
      [
        'Exit sign not lit',
        'Exit sign at the rear stairs is dark, green charge light off as well.',
        'Lamp holder burnt. Fitted a new exit sign with the running figure facing the right way.',
      ],
      [
        'Emergency light cover broken',
        'Cover of the bulkhead by the bike store is smashed and the lamp bare.',
        'New vandal resistant fitting, tested on key switch, debris swept up.',
      ],
      [
        'Charge light flashing red',
        'Red flashing charge light noticed on the monthly round, two flashes and a pause.',
        'Self test had found a weak battery. Renewed, started a test by hand, steady green.',
      ],
    ],
    services: [
      [
        'Yearly three hour discharge test',
        'Full discharge test of every fitting; stay below half of the fittings at a time where people sleep.',
        'Tested for three hours. Failed fittings listed and renewed within the week, certificate filed.',
      ],
    ],
    inspections: [
      [
        'Monthly emergency lighting test',
        'Short test of every fitting with the key switch and a walk of the route to the outside.',
        'All fittings of the floor lit on test and returned to charge, log book signed.',
      ],
    ],
    steps: [
      [
        'Operate key switch and walk route',
        'PassFail',
        'Every fitting must light within five seconds. Walk from the furthest flat door to the outside.',
      ],
      [
        'Count fittings out',
        'Number',
        'Fittings that did not light or went out early, with their tags in the notes.',
        [0, 3, 0],
      ],
      ['Clean covers', 'Checkbox', 'Dust and insects out, cracked covers listed. Use the step, not a chair.'],
      [
        'Restore and check charge lights',
        'PassFail',
        'Key switch back, every charge light green or showing a steady self test.',
      ],
    ],
  },
];
