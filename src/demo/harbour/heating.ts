/** Heating in Harbour & Pine's buildings. */
import type { AssetKind } from '../vocabulary.ts';

export const heating: readonly AssetKind[] = [
  {
    name: 'Gas boiler',
    category: 'Heating',
    share: 15,
    place: 'unit',
    criticality: 'High',
    makers: ['Calder Heat', 'Norfell', 'Ostwick Thermal'],
    models: ['C24 combi', 'C30 combi', 'System 18', 'Eco 28'],
    price: [820, 1950],
    form: 1,
    faults: [
      [
        'No heating or hot water',
        'Resident has had no heating or hot water since last night; the display shows a lockout code and reset does not hold.',
        'Ignition lead tracking to earth. Renewed electrodes and lead, checked gas rate and combustion, left running.',
        'High',
      ],
      [
        'Boiler losing pressure',
        'Pressure drops to zero within two days of topping up. No wet patch found under the radiators or below the boiler.',
        'Expansion vessel had lost its charge. Recharged to 0.9 bar, renewed the pressure relief valve and repressurised.',
      ],
      [
        'Boiler kettling and cutting out',
        'Boiler bangs when it fires and cuts out after ten minutes; radiators at the far end stay lukewarm.',
        'Heat exchanger scaled. Descaled, flushed the primary circuit, cleaned the filter and dosed with inhibitor.',
      ],
      [
        'Water dripping from boiler casing',
        'Steady drip from under the casing; the resident has put a bowl below it and it fills in about six hours.',
        'Pump head seal had failed. Renewed the pump head, dried out the casing and checked the board for damp.',
      ],
      [
        'Hot water runs cold at the tap',
        'Hot water is fine for a minute, then runs cold at kitchen and basin; the shower cannot be used.',
        'Plate heat exchanger blocked. Renewed it and the flow sensor; 41 degrees held at ten litres a minute.',
      ],
    ],
    services: [
      [
        'Annual boiler service',
        'Yearly service to the maker’s schedule. Record gas rate, combustion ratio and the condition of flue and seals.',
        'Serviced to schedule. Burner and condensate trap cleaned, combustion within limits, service light reset.',
      ],
      [
        'System filter clean and inhibitor top up',
        'Clean the magnetic filter and test the strength of the inhibitor; top up and balance where it is low.',
        'Filter cleaned, about half a cup of magnetite removed. Inhibitor low, one litre added, vented and balanced.',
      ],
    ],
    inspections: [
      [
        'Landlord gas safety check',
        'Yearly gas safety check of all appliances and pipework; the record must reach the resident within 28 days.',
        'All appliances safe to use. Tightness test passed without drop, record left with the resident.',
      ],
    ],
    steps: [
      [
        'Check flue, terminal and seals',
        'PassFail',
        'Look along the whole run for joints that have moved, stains and missing brackets, and check the terminal guard.',
      ],
      [
        'Record working gas pressure',
        'Number',
        'Measure at the inlet with the boiler at full rate and everything else that burns gas turned on (mbar).',
        [18, 22, 1],
      ],
      [
        'Record combustion ratio',
        'Number',
        'Sample at the test point at full rate, let the reading settle for two minutes and write it down (parts per 10,000).',
        [4, 38, 0],
      ],
      [
        'Clean burner and condensate trap',
        'Checkbox',
        'Isolate gas and electricity first. Renew the burner door seal whenever the door has been open.',
      ],
      [
        'Check expansion vessel charge',
        'Number',
        'Drain the primary side to zero, then read the charge at the vessel valve; bring it to 0.9 bar if it is low.',
        [0.6, 1.1, 1],
      ],
      [
        'Test safety controls and leave running',
        'PassFail',
        'Overheat stop, flame failure and pressure switch. Show the resident the pressure gauge before you leave.',
      ],
    ],
  },
  {
    name: 'Communal boiler',
    category: 'Heating',
    share: 3,
    place: 'plant',
    criticality: 'Critical',
    makers: ['Ostwick Thermal', 'Brandell'],
    models: ['Cascade 120', 'Cascade 200', 'Modul 350'],
    price: [9800, 24500],
    meter: { unit: 'h', aYear: 3100 },
    form: 1,
    faults: [
      [
        'Communal heating off',
        'Several flats report cold radiators. Panel shows lead boiler locked out and the second one does not take over.',
        'Sequencer had lost its lead signal. Reset addresses, renewed a damaged bus cable, both boilers cycling normally.',
        'Urgent',
      ],
      [
        'High return temperature alarm',
        'Remote monitoring raised a high return temperature alarm three times this week, always in the early morning.',
        'Bypass valve stuck open. Freed and set it, return now 14 degrees below flow at full load.',
      ],
      [
        'Gas smell in plant room',
        'Caretaker smelt gas at the plant room door. Supply was turned off at the emergency valve and the room ventilated.',
        'Weeping union on the booster bypass. Remade the joint, tightness tested the installation and purged.',
        'Urgent',
      ],
      [
        'Flue fan noisy',
        'Loud rumble from the plant room at high fire, heard in the ground floor flats through the riser.',
        'Flue fan bearing worn. Fitted exchange fan, balanced and checked draught at both fire rates.',
      ],
    ],
    services: [
      [
        'Plant room service',
        'Full service of the cascade, with safety interlocks and the weather compensator checked.',
        'Both boilers stripped, cleaned and set up. Interlocks proved, compensator curve lowered after talking to the client.',
      ],
    ],
    inspections: [
      [
        'Plant room gas safety inspection',
        'Yearly inspection of the commercial gas installation including ventilation, interlocks and emergency valve labels.',
        'Installation found safe. Ventilation grille cleared of leaves, label renewed on the emergency control valve.',
      ],
    ],
    steps: [
      [
        'Read running hours',
        'Meter',
        'Take the hours from the controller of the lead boiler, not from the sequencer, which counts both together.',
        [4200, 39000, 0],
      ],
      [
        'Prove gas interlocks',
        'PassFail',
        'Trip the ventilation, the panic button and the heat detector one by one; each must close the gas valve.',
      ],
      [
        'Record flow and return temperature',
        'Text',
        'Write both down at full load after twenty minutes of steady running, with the outside temperature.',
      ],
      [
        'Check pressurisation unit',
        'Number',
        'Cold fill pressure at the unit with pumps stopped (bar). Listen for the unit running more than twice an hour.',
        [1.2, 2.4, 1],
      ],
      [
        'Clean strainers',
        'Checkbox',
        'Both strainers on the return. Photograph what comes out if it is more than a handful of sludge.',
      ],
    ],
  },
  {
    name: 'Circulating pump',
    category: 'Heating',
    share: 5,
    place: 'plant',
    criticality: 'High',
    makers: ['Hydromere', 'Brandell'],
    models: ['Twin 40-100', 'Twin 50-120', 'Mono 32-80'],
    price: [480, 2150],
    meter: { unit: 'h', aYear: 5200 },
    partOf: 'Communal boiler',
    faults: [
      [
        'Pump tripped on overload',
        'Pump one of the twin set trips its overload within a minute of starting; the standby pump is carrying the load.',
        'Rotor seized with magnetite. Exchanged the cartridge, flushed the header and reset the duty change to weekly.',
      ],
      [
        'Pump seal leaking',
        'Puddle below the pump set and salt crust on the flange. About a litre a day, growing.',
        'Renewed mechanical seal and gasket, wiped down the plinth and checked alignment. Dry after two hours at duty.',
      ],
      [
        'Pump vibration heard in flats',
        'Residents above the plant room complain of a hum at night. It stops when the pump is put on hand at low speed.',
        'Flexible connector had hardened. Renewed both connectors and the mounts, hum no longer heard in the flat.',
      ],
      [
        'Pump not changing over',
        'Duty pump has run for seven weeks without change over; the controller shows the standby as unavailable.',
        'Standby was left isolated after the last visit. Opened valves, tested change over three times, tagged the valves.',
      ],
    ],
    services: [
      [
        'Half yearly pump service',
        'Grease where fitted, check seals and couplings, compare amps with the plate and exercise the isolating valves.',
        'Serviced. Amps within plate rating on both heads, valves exercised, change over proved from the controller.',
      ],
    ],
    inspections: [
      [
        'Pump vibration survey',
        'Take vibration readings at both bearings of each head and compare them with the last survey.',
        'Readings taken and filed. One bearing has risen since spring, to be watched at the next visit.',
      ],
    ],
    steps: [
      [
        'Read pump hours',
        'Meter',
        'Hours of the duty pump from its display. If the display is dead, take the value from the controller.',
        [1800, 41000, 0],
      ],
      [
        'Measure motor current',
        'Number',
        'Clamp reading on the busiest phase at normal duty (amps). Compare it with the plate.',
        [1.1, 7.9, 1],
      ],
      [
        'Check seal and gland for leaks',
        'PassFail',
        'Any drip that reaches the plinth is a fail. Salt crust alone is a note, not a fail.',
      ],
      [
        'Exercise isolating valves',
        'Checkbox',
        'Close and open each valve once, one head at a time, with the other head carrying the load.',
      ],
    ],
  },
];
