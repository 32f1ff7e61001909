/** Work at Ridgeway that is not about one kind of vehicle: repair steps, jobs, rounds, and how people put things. */
import type { JobWords, Phrases, RoundWords, TaskTemplate, Work } from '../vocabulary.ts';

export const repairSteps: readonly TaskTemplate[] = [
  [
    'Take over from the driver',
    'Checkbox',
    'Keys, defect card and what the driver says in so many words. Ask when it started and whether it comes and goes.',
  ],
  [
    'Chock, lock off and tag',
    'Checkbox',
    'Chocks on both sides, key on the board, tag on the wheel. Air suspension lowered before anybody goes under.',
  ],
  [
    'Confirm the defect',
    'Text',
    'Reproduce it before touching anything and write down what you saw, heard or measured.',
  ],
  [
    'Read fault codes',
    'Text',
    'Codes with their status and counters, before clearing any. Attach the printout for anything to do with brakes.',
  ],
  [
    'Repair or renew',
    'Checkbox',
    'Book parts as you take them. Old safety parts stay on the bench until the sheet is signed.',
  ],
  [
    'Torque and mark',
    'PassFail',
    'Everything that was undone, by the sheet, with paint marks. Wheels off means a retorque note in the cab.',
  ],
  [
    'Road or roller test',
    'PassFail',
    'Test what was repaired under the load at which it failed, with the trailer on where that matters.',
  ],
  [
    'Close the defect card',
    'Checkbox',
    'Write what was done so that the driver understands it, sign, and put the white copy back in the cab.',
  ],
];

export const projectWork: readonly Work[] = [
  [
    'Tail lift retrofit',
    'Fit the new tail lift to the maker’s drawing and have it examined before the first use.',
    'Fitted, wired and examined. Driver shown how to use it.',
  ],
  [
    'Respray and livery',
    'Prepare, spray and put on the new livery; lamps and plates off, not masked.',
    'Sprayed and lettered, lamps refitted, photographs for the customer.',
  ],
  [
    'Accident repair',
    'Repair front corner damage to the insurer’s estimate; check the chassis on the jig first.',
    'Chassis straight, panel and lamp renewed, paint matched.',
  ],
  [
    'Fit telematics unit',
    'Fit the tracker and the camera, connect to ignition and check the signal in the yard.',
    'Fitted behind the dash, position and video seen by the office.',
  ],
  [
    'Ply line the load area',
    'Line floor and sides, fit lashing rails, leave the drain holes open.',
    'Lined and sealed, rails tested with 400 kilograms each.',
  ],
  [
    'Prepare for return to lessor',
    'Bring to the fair wear standard of the lease and photograph every panel.',
    'Two dents pulled, interior cleaned, returned without charges.',
  ],
];

export const otherWork: readonly Work[] = [
  [
    'Collect vehicle from customer',
    'Collect in the evening and bring to the depot, keys at the gatehouse.',
    'Collected, walkround check done, parked in the marked bay.',
  ],
  [
    'Take vehicle to annual test',
    'Test is booked; be at the lane a quarter of an hour before with papers and plate.',
    'Passed. Certificate scanned, disc put in the screen.',
  ],
  [
    'Swap tracker',
    'Move the tracker from the vehicle that was sold to its successor.',
    'Swapped, name changed in the fleet office.',
  ],
];

export const jobs: readonly JobWords[] = [
  {
    type: 'Annual tests',
    name: 'Annual test season',
    text: 'Prepare, present and document every vehicle of the customer that falls due this quarter, with a spare for each day.',
    days: [10, 40],
    budget: [4200, 18500],
  },
  {
    type: 'Tyres',
    name: 'Winter tyre change',
    text: 'Change, store and label the whole fleet before the first frost, at the customer’s yard with the tyre van.',
    days: [4, 14],
    budget: [2600, 12800],
  },
  {
    type: 'Retrofit',
    name: 'Tail lift retrofit',
    text: 'Fit tail lifts to the box trucks of the customer, two a week, with examination and driver training.',
    days: [15, 60],
    budget: [18000, 64000],
  },
  {
    type: 'Bodywork',
    name: 'Livery change',
    text: 'Repair, spray and letter the fleet in the new colours, never more than three vehicles off the road at once.',
    days: [20, 90],
    budget: [9500, 42000],
  },
  {
    type: 'Fleet change',
    name: 'Lease return',
    text: 'Inspect, repair to fair wear, clean and hand back the vehicles at the end of their lease.',
    days: [7, 30],
    budget: [3200, 16500],
  },
];

export const customers: readonly string[] = [
  'Vale Foods Distribution',
  'Thameside Parcels',
  'Whitehorse Aggregates',
  'County Schools Transport',
  'Kennet Valley Dairies',
  'Greenway Recycling',
  'Downs Water Services',
  'Lambourn Horse Transport',
];

export const rounds: readonly RoundWords[] = [
  ['Tyre check round', 'Tread and pressures at the customer’s yard before the vehicles leave in the morning.'],
  ['Mobile service round', 'Interim services and small repairs from the service van, vehicles parked up by bay.'],
  ['Trailer inspection round', 'Trailers that never come to the workshop are inspected where they stand.'],
  ['Tail lift round', 'Grease, flags and small repairs of tail lifts, with spare control boxes on board.'],
  ['Parts delivery round', 'From the central store to the depots, returns and cores on the way back.'],
];

export const phrases: Phrases = {
  circumstances: [
    'Reported twice before this month.',
    'The customer wants a price before anything over 600 pounds.',
    'Comes and goes, so keep at it for a day if it does not show itself.',
    'Warranty may apply, keep the parts.',
    'Out of use and tagged until somebody has looked at it.',
    'The night shift has left its notes on the bench.',
  ],
  unitCircumstances: [
    'Needed back for the morning shift if at all possible.',
    'Driver will wait, it must not stay overnight.',
    'A spare has been given out until Friday.',
    'Laden, and the load must not be moved before noon.',
    'Parked in the wash bay, keys in the box.',
    'Noticed at the walkround check before the first journey.',
    'Taken off the road by the driver, well done.',
  ],
  holdReasons: [
    'Waiting for parts',
    'Waiting for the customer’s approval',
    'No bay free',
    'Vehicle on the road again until Saturday',
    'Warranty claim open',
    'Sent to the dealer for coding',
  ],
  cancelReasons: [
    'Duplicate of an earlier defect card.',
    'Vehicle sold before the work was due.',
    'Not reproduced on two road tests, driver agrees to watch it.',
    'Done by the dealer under warranty.',
    'Moved to the next inspection at the customer’s wish.',
  ],
  closing: [
    'Driver informed.',
    'Test sheet attached.',
    'Retorque due after 100 km.',
    'Advisory noted for the next inspection.',
    'Old parts kept for warranty.',
    'Back on the road.',
  ],
  taskNotes: [
    'Seized, needed heat.',
    'Second technician helped for half an hour.',
    'Part came with the noon delivery.',
    'Thread repaired with an insert.',
    'Worn but within limits, look again next time.',
    'Borrowed the tester from the other depot.',
    'Driver showed how it happens.',
  ],
  findings: [
    'Worn through ordinary use, mileage fits.',
    'Corroded connector, water had come in from the step.',
    'Damaged by a kerb or dock, not by wear.',
    'Loose since the last repair, retorque had not been done.',
    'Two codes stored, one of them old.',
    'No defect found on a road test of ten miles.',
    'Chafed through on a bracket, loom moved and wrapped.',
  ],
  vendorNotes: [
    'Please deliver to the parts store, bay doors close at five.',
    'Vehicle off the road: next van out, please.',
    'Quote the vehicle number on the delivery note.',
    'Cores go back with the same driver.',
    'Part deliveries are fine, tell us what follows.',
  ],
};
