/**
 * Locations: the fifty places of a site, repeated for each site. Each place except the site itself has a parent before
 * it.
 */

import type { RecordFields } from '../../records/store.ts';
import { anyClerk } from '../staff.ts';
import { birthOf, diceFor, inSentence, type World } from '../world.ts';
import { ending, lastTouched } from './ending.ts';

const SCALE = 10_000_000;
// Letters that real postcodes never end with, so that no generated address exists.
const inwardLetters = 'CIKMOV';
const streets = [
  'Mill Lane',
  'Station Road',
  'Harbour Street',
  'Church Hill',
  'Old Tannery Way',
  'Bridge Street',
  'Park Row',
];

export function location(world: World, id: number): RecordFields {
  const { site, place } = placeOf(world, id);
  const dice = diceFor(world, 'Locations', id);
  const { share, createdOn } = birthOf(world, 'Locations', id, dice);
  const siteDice = diceFor(world, 'Locations', site, 1);
  const [city, region, area, latitude, longitude] = siteDice.pick(world.firm.towns);
  const address = `${siteDice.between(1, 180)} ${siteDice.pick(streets)}`;
  const letters = inwardLetters.charAt(siteDice.below(6)) + inwardLetters.charAt(siteDice.below(6));
  const postalCode = `${area} ${siteDice.between(1, 9)}${letters}`;
  const north = siteDice.between(-300_000, 300_000);
  const east = siteDice.between(-300_000, 300_000);
  const clerk = anyClerk(world, dice, share);
  const isSmall = place.role === 'unit' || place.role === 'plant';
  return {
    ID: id,
    Name: nameOfLocation(world, id),
    Code: `${world.firm.prefix}${String(site + 1).padStart(3, '0')}-${String(id - site * world.firm.places.length).padStart(2, '0')}`,
    ParentLocationID: place.within === null ? null : site * world.firm.places.length + place.within + 1,
    Type: place.type,
    Address1: address,
    Address2: isSmall ? place.name : null,
    City: city,
    Region: region,
    PostalCode: postalCode,
    Country: 'GB',
    Latitude: isSmall ? null : (Math.round(latitude * SCALE) + north) / SCALE,
    Longitude: isSmall ? null : (Math.round(longitude * SCALE) + east) / SCALE,
    TimeZone: 'Europe/London',
    Active: !dice.chance(0.02),
    ...ending(world, {
      type: 'Locations',
      id,
      externalID: dice.chance(0.7) ? `PLACE-${id}` : null,
      customFields:
        place.role === 'unit' && dice.chance(0.3) ? { AccessCode: dice.digits(4), StepFree: dice.chance(0.4) } : {},
      createdOn,
      updatedOn: lastTouched(world, dice, createdOn),
      createdBy: clerk,
      updatedBy: clerk,
    }),
  };
}

export function nameOfLocation(world: World, id: number): string {
  const { site, place } = placeOf(world, id);
  const [first, second] = world.firm.siteNames;
  // Advancing both lists at once gives each combination once before any repeats.
  const name = `${first[site % first.length]} ${second[(site + Math.floor(site / (first.length * second.length))) % second.length]}`;
  return place.name === '' ? name : `${place.name}, ${inSentence(name)}`;
}

function placeOf(world: World, id: number) {
  const site = Math.floor((id - 1) / world.firm.places.length);
  return { site, place: world.firm.places[(id - 1) % world.firm.places.length]! };
}
