/** The words a made-up firm is told in: everything about it that is not chance. Names are sentence case throughout. */

export type FirmKey = 'harbour' | 'ridgeway';

export interface Vocabulary {
  readonly key: FirmKey;
  /** Keeps the two firms' chance apart. */
  readonly number: number;
  /** Domain of the firm's e-mail addresses; reserved for examples, like every address in the demo data. */
  readonly domain: string;
  /** What the firm's own numbers begin with. */
  readonly prefix: string;
  readonly places: readonly DemoLocation[];
  /** Two lists whose combinations name the sites. */
  readonly siteNames: readonly [readonly string[], readonly string[]];
  readonly towns: readonly Town[];
  /** Whether work is told by where it is or by what it is on. */
  readonly workIsNamedAfter: 'location' | 'asset';
  /** One board for each kind of work, in this order: reactive, preventive, jobs, inspections, contractors. */
  readonly boards: readonly BoardWords[];
  readonly assetStatuses: readonly StatusWords[];
  readonly kinds: readonly AssetKind[];
  readonly repairSteps: readonly TaskTemplate[];
  readonly projectWork: readonly Work[];
  readonly otherWork: readonly Work[];
  readonly formTemplates: readonly TemplateWords[];
  /** Forms that belong to no kind of asset, by position. */
  readonly generalForms: readonly number[];
  readonly productLines: readonly ProductLine[];
  readonly vendors: VendorWords;
  readonly jobs: readonly JobWords[];
  readonly customers: readonly string[];
  readonly rounds: readonly RoundWords[];
  readonly people: PeopleWords;
  readonly phrases: Phrases;
}

/** Where in a firm's places a thing can stand. */
export type PlaceRole = 'site' | 'yard' | 'building' | 'plant' | 'floor' | 'unit';

/** One of the fifty locations that make up a site; the pattern repeats for every further site. */
export interface DemoLocation {
  readonly role: PlaceRole;
  readonly type: 'Site' | 'Building' | 'Floor' | 'Unit' | 'Yard' | 'Bay' | 'Vehicle';
  /** Followed by the name of the site, except for the site itself. */
  readonly name: string;
  /** Position of its parent within the fifty. */
  readonly within: number | null;
}

/** Its postal area, and where it lies. */
export type Town = readonly [name: string, region: string, area: string, latitude: number, longitude: number];

export interface BoardWords {
  readonly name: string;
  readonly text: string;
  readonly columns: readonly (readonly [name: string, status: string])[];
}

export type BaseStatus = 'Operational' | 'Degraded' | 'Down' | 'Retired';
/** `share` is how many assets in a hundred stand in it. */
export type StatusWords = readonly [name: string, base: BaseStatus, colour: string, share: number];

/** What is to be done, what the request says, what the person who did it wrote down, and whether it can wait. */
export type Work = readonly [name: string, report: string, done: string, urgency?: 'High' | 'Urgent'];

/** The range a reading lies in; a meter that the asset has itself is read from that. */
export type MeterRange = readonly [low: number, high: number, places: 0 | 1];
export type StepType = 'Checkbox' | 'Text' | 'Number' | 'PassFail' | 'Meter';
export type TaskTemplate = readonly [name: string, type: StepType, text: string, reading?: MeterRange];

export interface AssetKind {
  readonly name: string;
  readonly category: string;
  /** How often it occurs among the firm's assets, against the other kinds. */
  readonly share: number;
  readonly place: PlaceRole;
  readonly criticality: 'Low' | 'Medium' | 'High' | 'Critical';
  readonly makers: readonly string[];
  readonly models: readonly string[];
  /** Purchase price in pounds, from and to. */
  readonly price: readonly [number, number];
  readonly meter?: { readonly unit: string; readonly aYear: number };
  /** The kind it is mounted in, if it is a part of something larger. */
  readonly partOf?: string;
  /** A vehicle has a registration and can drive a round. */
  readonly vehicle?: true;
  /** The form that is filled in for it, by position among the firm's templates; without one, a general form. */
  readonly form?: number;
  /** The one that is filled in at a service instead. */
  readonly serviceForm?: number;
  readonly faults: readonly Work[];
  readonly services: readonly Work[];
  readonly inspections: readonly Work[];
  /** What a service or an inspection consists of. */
  readonly steps: readonly TaskTemplate[];
}

export interface TemplateWords {
  readonly name: string;
  readonly category: string;
  readonly text: string;
  readonly status: 'Draft' | 'Published' | 'Archived';
  readonly fields: readonly TemplateField[];
}

export type TemplateField =
  | readonly [label: string, type: 'PassFail' | 'Checkbox' | 'Date', required: boolean]
  | readonly [label: string, type: 'Text', required: boolean, answers?: readonly string[]]
  | readonly [label: string, type: 'Number' | 'Meter', required: boolean, reading: MeterRange]
  | readonly [label: string, type: 'Choice', required: boolean, choices: readonly string[]];

/** Cost in ten-thousandths of a pound, from and to: fixings cost less than a penny. */
export interface ProductLine {
  readonly name: string;
  readonly variants: readonly string[];
  readonly category: string;
  readonly type: 'Part' | 'Consumable' | 'Tool' | 'Service';
  readonly unit: string;
  readonly cost: readonly [number, number];
}

export interface VendorWords {
  readonly first: readonly string[];
  readonly trades: readonly (readonly [trade: string, type: 'Supplier' | 'Contractor' | 'Both'])[];
}

export interface JobWords {
  readonly type: string;
  readonly name: string;
  readonly text: string;
  readonly days: readonly [number, number];
  /** Budget in pounds, from and to. */
  readonly budget: readonly [number, number];
}

export type RoundWords = readonly [name: string, text: string];

export interface PeopleWords {
  /** Title and department of those who lead others, the first one leading the firm. */
  readonly leads: readonly (readonly [title: string, department: string])[];
  readonly workers: readonly (readonly [title: string, department: string, certificates: readonly string[]])[];
  /** Logins of people who are not employed here. */
  readonly guests: readonly string[];
}

export interface Phrases {
  /** Second sentences of any request. */
  readonly circumstances: readonly string[];
  /** Those that only make sense for what stands in a unit: a home, or a vehicle in its bay. */
  readonly unitCircumstances: readonly string[];
  readonly holdReasons: readonly string[];
  readonly cancelReasons: readonly string[];
  /** Last sentences of completion notes. */
  readonly closing: readonly string[];
  readonly taskNotes: readonly string[];
  /** What is written where a step asks for words. */
  readonly findings: readonly string[];
  readonly vendorNotes: readonly string[];
}
