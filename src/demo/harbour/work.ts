/** Work at Harbour & Pine that is not about one asset: repair steps, turnovers, jobs, rounds, and how people put things. */
import type { JobWords, Phrases, RoundWords, TaskTemplate, Work } from '../vocabulary.ts';

export const repairSteps: readonly TaskTemplate[] = [
  [
    'Agree access with the resident',
    'Checkbox',
    'Call or text before setting out. If nobody is in, leave a card with the next two appointments.',
  ],
  [
    'Make safe and isolate',
    'Checkbox',
    'Isolate what is to be worked on and lock it off where it can be turned on by somebody else.',
  ],
  [
    'Find the cause',
    'Text',
    'Write what was found, not what was done, so that the next person can tell whether the fault has come back.',
  ],
  [
    'Fit parts',
    'Checkbox',
    'Book every part to the work order from the van stock; what is not on the van goes on a purchase order.',
  ],
  [
    'Test and show that it works',
    'PassFail',
    'Test under the conditions in which it failed. Let the resident see it working where there is one.',
  ],
  [
    'Clear up and take photographs',
    'Checkbox',
    'Before and after, the same view. Rubbish leaves with you, dust sheets as well.',
  ],
  [
    'Tell the resident what was done',
    'Checkbox',
    'In person or by text, with the date of a second visit if one is needed.',
  ],
  [
    'Check neighbouring flats for the same fault',
    'PassFail',
    'Above, below and to the side where water, smoke or power is concerned.',
  ],
];

export const projectWork: readonly Work[] = [
  [
    'Turnover repairs and decoration',
    'Put right what the move-out inspection found and decorate where marked. Keys are in the office safe.',
    'All items of the list done, decorated throughout, photographs filed for the deposit.',
  ],
  [
    'Turnover deep clean',
    'Clean throughout including oven, extract fan and inside of windows once the trades are out.',
    'Cleaned and inspected with the agent, ready to let.',
  ],
  [
    'Kitchen renewal',
    'Strip out and renew units, worktop and splashback to the agreed drawing; appliances stay.',
    'Fitted and sealed, waste and isolating valves tested, snag list of two closed on the day.',
  ],
  [
    'Bathroom renewal',
    'Renew suite, flooring and extract fan. The flat stays occupied, so one day without water at most.',
    'Suite in, floor welded, fan wired and measured. Water was off for five hours.',
  ],
  [
    'Change locks and issue keys',
    'New cylinder and five keys for the next resident. Old fobs to be taken off the list.',
    'Cylinder changed, keys tagged and handed to the office, fobs removed.',
  ],
  [
    'Replace flooring',
    'Lift worn vinyl in hall and kitchen, level where needed and lay new.',
    'Two square metres levelled, new vinyl laid and welded, door trimmed by 4 mm.',
  ],
];

export const otherWork: readonly Work[] = [
  [
    'Collect keys and meter readings',
    'Collect keys from the agent and read all meters for the change of supplier.',
    'Keys tagged, readings photographed and sent to the office.',
  ],
  [
    'Deliver dehumidifier',
    'Bring two dehumidifiers and show the resident how to empty them. Collect in two weeks.',
    'Set up in hall and bedroom, hygrometer left with the resident.',
  ],
  [
    'Escort surveyor',
    'Be on site for the building surveyor and open plant room, roof space and risers.',
    'Surveyor had access everywhere asked for. Roof hatch needs a new padlock.',
  ],
];

export const jobs: readonly JobWords[] = [
  {
    type: 'Turnover',
    name: 'Turnover',
    text: 'Bring the flat from key return to ready to let: inspection, repairs, decoration, clean, certificates and handover.',
    days: [5, 21],
    budget: [900, 5200],
  },
  {
    type: 'Refurbishment',
    name: 'Kitchen and bathroom refurbishment',
    text: 'Renew kitchen and bathroom of the flat to the landlord’s standard, with new extract fans and safety certificates.',
    days: [15, 45],
    budget: [7800, 19500],
  },
  {
    type: 'Roofing',
    name: 'Roof and gutter renewal',
    text: 'Renew coverings, flashings and rainwater goods of the block from a full scaffold, with bird boxes as planning asks.',
    days: [25, 80],
    budget: [22000, 96000],
  },
  {
    type: 'Compliance',
    name: 'Fire door replacement programme',
    text: 'Replace communal and flat entrance doors that failed inspection, floor by floor, with third party certified sets.',
    days: [20, 60],
    budget: [14000, 62000],
  },
  {
    type: 'Heating',
    name: 'Plant room upgrade',
    text: 'Replace the cascade, pumps and controls outside the heating season, with temporary boilers for the hot water.',
    days: [15, 50],
    budget: [38000, 118000],
  },
];

export const customers: readonly string[] = [
  'Quayside Housing Trust',
  'Pine Street Residents Ltd',
  'Westcliff Lettings',
  'Marlowe Estates',
  'Saltern Homes',
  'Bellwether Property Fund',
  'The Tannery Freehold Company',
  'Ferrybridge Offices',
];

export const rounds: readonly RoundWords[] = [
  [
    'Water temperature round',
    'Sentinel outlets, tanks and cylinders for the legionella log; little used outlets are flushed on the way.',
  ],
  ['Fire alarm test round', 'Weekly tests at the hours the residents know, one call point at each building.'],
  ['Emergency lighting round', 'Monthly short tests, floor by floor, with spare battery packs on the van.'],
  ['Caretaker round', 'Bin stores, lights, gates and notice boards, with photographs of what has to be reported.'],
  ['Gutter round', 'Gutters, gullies and flat roof outlets after leaf fall, with the long vacuum.'],
];

export const phrases: Phrases = {
  circumstances: [
    'Happened before in February, see the history of the asset.',
    'Parking only in the marked bay, permit in the glove box.',
    'Photographs were sent in with the request.',
    'Second report this month, somebody else had called it in as well.',
    'Access through the rear gate only while the scaffold is up.',
    'The caretaker is on site until three and will show the way.',
    'Please keep noise down before nine, there is a nursery next door.',
  ],
  unitCircumstances: [
    'Resident works nights, please not before noon.',
    'Keys are at the office, alarm code on request.',
    'Dog in the flat; ring first and wait at the door.',
    'Resident is 82 and lives alone, so please treat it as a priority.',
    'The landlord wants a quote first if it comes to more than 400 pounds.',
    'The flat is empty, any day will do.',
    'Please bring dust sheets, the hall has just been decorated.',
  ],
  holdReasons: [
    'Waiting for parts',
    'No access, two cards left',
    'Waiting for the landlord’s approval',
    'Asbestos report awaited',
    'Contractor booked',
    'Too wet to work outside',
  ],
  cancelReasons: [
    'Duplicate of an earlier request.',
    'Resident reports that it works again and does not want a visit.',
    'Not our responsibility; passed to the freeholder.',
    'Three visits without access, closed after the last card.',
    'Covered by the planned programme next month.',
  ],
  closing: [
    'Resident informed.',
    'Photographs attached.',
    'No further work needed.',
    'Follow on raised.',
    'Left clean and tidy.',
    'To be looked at again at the next service.',
  ],
  taskNotes: [
    'Access was easy.',
    'Took longer because of seized screws.',
    'Part was not on the van, fetched from the merchant.',
    'Resident asked for a text next time.',
    'Isolator label was wrong, corrected with the pen.',
    'Slight corrosion, to be watched.',
    'Done together with the flat next door.',
  ],
  findings: [
    'Worn through ordinary use, nothing unusual.',
    'Old part at the end of its life, the date code is twelve years back.',
    'Damaged by impact, not by wear.',
    'Loose connection, probably since the last visit.',
    'Damp from outside, pointing is open.',
    'Everything in order, no fault found on two tries.',
    'Dirt and lint, nothing broken.',
  ],
  vendorNotes: [
    'Please deliver before ten, no tail lift needed, call on arrival.',
    'Deliver to the plant room, the caretaker signs.',
    'Quote our number on the delivery note and on the invoice.',
    'Part deliveries are fine, tell us what follows.',
    'Goods to be left in the store, code from the office.',
  ],
};
