/** Water, ventilation and rainwater in Harbour & Pine's buildings. */
import type { AssetKind } from '../vocabulary.ts';

export const waterAndAir: readonly AssetKind[] = [
  {
    name: 'Hot water cylinder',
    category: 'Hot water',
    share: 6,
    place: 'unit',
    criticality: 'Medium',
    makers: ['Norfell', 'Wellhaven'],
    models: ['Unvented 150', 'Unvented 210', 'Vented 120'],
    price: [640, 1480],
    form: 6,
    faults: [
      [
        'No hot water, immersion not heating',
        'No hot water from any tap. Heating works. The resident says the immersion switch lights up but nothing warms.',
        'Immersion element open circuit. Renewed element and thermostat, tested earth continuity, cylinder at 60 degrees.',
        'High',
      ],
      [
        'Discharge pipe running',
        'Water runs from the tundish all day and the meter turns with every tap closed.',
        'Reducing valve letting by. Renewed the cartridge, recharged the vessel and watched for an hour without discharge.',
        'High',
      ],
      [
        'Hot water too hot at bath tap',
        'Bath tap measured at 58 degrees by the carer who visits. A child lives in the flat, so treat as soon as possible.',
        'Blending valve seized with scale. Renewed it and set to 43 degrees at the bath, 41 at the basin.',
        'High',
      ],
      [
        'Cylinder cupboard wet',
        'Carpet outside the airing cupboard is wet and the floor inside is swollen at the door edge.',
        'Compression joint on the cold feed had crept. Remade it, dried the cupboard, floor to be looked at when dry.',
      ],
    ],
    services: [
      [
        'Yearly unvented cylinder service',
        'Check vessel charge, both relief valves, discharge pipework and the stored temperature.',
        'Relief valves lifted and reseated, vessel charged to 3 bar, stored at 61 degrees. Label dated.',
      ],
    ],
    inspections: [
      [
        'Hot water temperature check',
        'Measure stored, flow and outlet temperatures for the water hygiene log.',
        'Store at 60 or above, furthest outlet above 50 within a minute. Values entered in the log.',
      ],
    ],
    steps: [
      [
        'Record stored temperature',
        'Number',
        'At the thermostat pocket, an hour after the last heavy draw (degrees).',
        [55, 66, 1],
      ],
      [
        'Lift both relief valves',
        'PassFail',
        'Each must open, discharge freely and seat again without a drip. Renew any that lets by.',
      ],
      [
        'Check discharge pipe to outside',
        'PassFail',
        'Follow it to the end. It must fall all the way, be metal, and end where nobody can be scalded.',
      ],
      [
        'Record furthest outlet temperature',
        'Number',
        'Run the furthest hot tap for one minute, then measure in the stream (degrees).',
        [48, 61, 1],
      ],
    ],
  },
  {
    name: 'Cold water tank',
    category: 'Cold water',
    share: 3,
    place: 'plant',
    criticality: 'High',
    makers: ['Wellhaven', 'Tarnbeck'],
    models: ['Sectional 4000', 'One piece 1500', 'One piece 900'],
    price: [950, 6400],
    form: 6,
    faults: [
      [
        'Tank overflowing',
        'Overflow is running down the rear wall above the bin store. Wall is green, so it may have run for some time.',
        'Float valve seat worn. Renewed valve and float, set the level 50 mm below the overflow, screen cleaned.',
        'Urgent',
      ],
      [
        'Low water pressure on top floor',
        'Flats on the top floor have a trickle at the kitchen tap between seven and nine in the morning.',
        'Booster set hunting on a failed pressure switch. Renewed switch, set cut in and cut out, trial through one morning.',
      ],
      [
        'Discoloured water',
        'Brown water in two flats after the mains work in the street. Residents have been told to run the taps.',
        'Tank drained to 200 mm, sludge vacuumed out, refilled and flushed through. Clear at all sampled outlets.',
      ],
      [
        'Tank lid damaged',
        'Lid cracked along the hinge, gap of two fingers. Found on the monthly round, no sign of anything inside.',
        'New screened lid fitted and strapped. Tank inspected with a torch, clean, no need to drain.',
      ],
    ],
    services: [
      [
        'Tank clean and disinfection',
        'Drain, clean, disinfect and recommission to the water hygiene plan; give residents a day of notice.',
        'Cleaned and disinfected, held at strength for an hour, flushed to background level, certificate filed.',
      ],
    ],
    inspections: [
      [
        'Half yearly tank inspection',
        'Lid, screens, insulation, water temperature, sediment and signs of insects; photographs for the log.',
        'Tank in good order. Light sediment only, 14 degrees, one insect screen renewed.',
      ],
    ],
    steps: [
      [
        'Record tank temperature',
        'Number',
        'Near the draw off, well below the surface (degrees). Anything above 20 is to be reported the same day.',
        [8, 21, 1],
      ],
      [
        'Check lid, vent and overflow screens',
        'PassFail',
        'Lid close fitting and strapped, screens whole, nothing stored on top of the tank.',
      ],
      [
        'Look for sediment and growth',
        'Text',
        'Describe what is on the floor and walls of the tank, and photograph it with the torch held low.',
      ],
      [
        'Test float valve',
        'PassFail',
        'Press the float down and let it rise. It must shut off clean and stay below the overflow.',
      ],
    ],
  },
  {
    name: 'Extract fan',
    category: 'Ventilation',
    share: 9,
    place: 'unit',
    criticality: 'Low',
    makers: ['Airedene', 'Pellow Fans'],
    models: ['Bath 100', 'Kitchen 150', 'Trickle 80'],
    price: [65, 240],
    faults: [
      [
        'Bathroom fan not working',
        'Fan in the bathroom has stopped and mould is starting along the ceiling edge above the bath.',
        'Fan motor burnt out. Fitted a new fan with humidity control, cleaned the duct, treated the ceiling edge.',
      ],
      [
        'Fan runs all the time',
        'Kitchen fan never stops and the resident has turned off the isolator because of the noise.',
        'Humidity sensor stuck. Renewed the control board and set the overrun to fifteen minutes.',
      ],
      [
        'Fan rattling',
        'Loud rattle whenever the light is on, worse in the evening. The family below can hear it as well.',
        'Impeller full of dust and out of balance. Cleaned, new mounts, rattle gone.',
      ],
      [
        'Damp and mould in bathroom',
        'Black mould over about two square metres. Resident dries washing in the hall. Fan sounds weak.',
        'Duct had come off in the ceiling void. Reconnected and taped, 21 litres a second measured, advice sheet left.',
      ],
    ],
    services: [
      [
        'Fan clean and air flow check',
        'Clean grille, impeller and visible duct; measure the flow with the hood.',
        'Cleaned and measured. Flow within the design value, filter renewed.',
      ],
    ],
    inspections: [
      [
        'Ventilation survey',
        'Survey every extract point of the flat and the trickle vents in the windows.',
        'All points working. Two trickle vents had been taped over, tape removed and reason explained to the resident.',
      ],
    ],
    steps: [
      [
        'Measure extract rate',
        'Number',
        'With the hood over the whole grille, door closed as usual (litres a second). Bath 15, kitchen 30 at the least.',
        [9, 38, 1],
      ],
      [
        'Clean grille and impeller',
        'Checkbox',
        'Isolate first. Vacuum the duct as far as you can reach and wipe the blades one by one.',
      ],
      [
        'Check overrun and humidity control',
        'PassFail',
        'Breathe on the sensor or use the test button; the fan must start, and stop after its overrun time.',
      ],
      [
        'Look for mould within a metre',
        'PassFail',
        'Ceiling edge, window reveal and behind the door. A fail here raises a damp and mould survey.',
      ],
    ],
  },
  {
    name: 'Gutters and downpipes',
    category: 'Roof and rainwater',
    share: 4,
    place: 'building',
    criticality: 'Medium',
    makers: ['Tarnbeck'],
    models: ['Half round 112', 'Deep flow 115', 'Cast iron ogee'],
    price: [1200, 7800],
    form: 10,
    faults: [
      [
        'Gutter overflowing',
        'Water pours over the gutter above the main entrance in any heavy rain; moss can be seen from the ground.',
        'Outlet packed with moss and a tennis ball. Cleared the whole run, rodded the downpipe, fitted a leaf guard.',
      ],
      [
        'Downpipe come away from wall',
        'Lower two metres of the downpipe hang loose beside the path. Taped off until somebody can get there.',
        'Refixed on three new brackets with resin anchors, joint remade, tape removed.',
        'High',
      ],
      [
        'Water coming in at ceiling',
        'Brown ring on the bedroom ceiling of the top flat grows with every rain. A bucket is in place.',
        'Two slipped slates above the valley. Refixed, valley cleaned, ceiling to be stained and painted when dry.',
        'Urgent',
      ],
      [
        'Drain backing up in yard',
        'Gully at the foot of the downpipe stands full and smells. Water is about to reach the bin store door.',
        'Jetted twenty metres to the manhole, wipes and silt removed. Camera shows the pipe sound.',
      ],
    ],
    services: [
      [
        'Gutter clean',
        'Clear all gutters, hoppers and gullies, from the platform where the drive allows.',
        'All runs cleared and flushed. Four bags of leaves and moss taken away, two brackets renewed.',
      ],
    ],
    inspections: [
      [
        'Roof and gutter survey',
        'Survey from the platform or with the pole camera: slates, flashings, valleys, gutters, brackets and outlets.',
        'Survey done, 38 photographs filed. Lead flashing at the north stack to be dressed back in spring.',
      ],
    ],
    steps: [
      [
        'Clear gutters and outlets',
        'Checkbox',
        'Scoop, do not push debris into the downpipe. Bag it and take it with you.',
      ],
      [
        'Flush and watch each downpipe',
        'PassFail',
        'Ten litres at the outlet must be gone in half a minute without backing up at the gully.',
      ],
      [
        'Count loose brackets',
        'Number',
        'Brackets that move by hand or have lost a screw, over the whole run.',
        [0, 6, 0],
      ],
      [
        'Photograph slipped or missing slates',
        'Text',
        'Say on which slope and how many rows up, so that the roofer finds them without searching.',
      ],
    ],
  },
];
