/** The vocabulary of a demo firm: everything about it that is not random. Names are in sentence case throughout. */

export type FirmKey = 'harbour' | 'ridgeway';

export interface Vocabulary {
  readonly key: FirmKey;
  /** Number of the firm, which keeps the random values of the two firms independent. */
  readonly number: number;
  /** Domain of the firm's e-mail addresses; reserved for examples, like every address in the demo data. */
  readonly domain: string;
  /** Prefix of the firm's own reference numbers. */
  readonly prefix: string;
  readonly places: readonly DemoLocation[];
  /** Two lists; their combinations are the names of the sites. */
  readonly siteNames: readonly [readonly string[], readonly string[]];
  readonly towns: readonly Town[];
  /** Determines whether work is named after its location or its asset. */
  readonly workIsNamedAfter: 'location' | 'asset';
  /** Boards, one per kind of work, in this order: reactive, preventive, jobs, inspections, contractors. */
  readonly boards: readonly BoardWords[];
  readonly assetStatuses: readonly StatusWords[];
  readonly kinds: readonly AssetKind[];
  readonly repairSteps: readonly TaskTemplate[];
  readonly projectWork: readonly Work[];
  readonly otherWork: readonly Work[];
  readonly formTemplates: readonly TemplateWords[];
  /** Forms that are not for a specific kind of asset, by position. */
  readonly generalForms: readonly number[];
  readonly productLines: readonly ProductLine[];
  readonly vendors: VendorWords;
  readonly jobs: readonly JobWords[];
  readonly customers: readonly string[];
  readonly rounds: readonly RoundWords[];
  readonly people: PeopleWords;
  readonly phrases: Phrases;
}

/** Kinds of locations where an asset can be. */
export type PlaceRole = 'site' | 'yard' | 'building' | 'plant' | 'floor' | 'unit';

/** Template of one of the fifty locations of a site; the pattern repeats for every further site. */
export interface DemoLocation {
  readonly role: PlaceRole;
  readonly type: 'Site' | 'Building' | 'Floor' | 'Unit' | 'Yard' | 'Bay' | 'Vehicle';
  /** Name of the location. The name of the site follows it, except for the site itself. */
  readonly name: string;
  /** Position of the parent location within the fifty. */
  readonly within: number | null;
}

/** A town with its region, postal area and coordinates. */
export type Town = readonly [name: string, region: string, area: string, latitude: number, longitude: number];

export interface BoardWords {
  readonly name: string;
  readonly text: string;
  readonly columns: readonly (readonly [name: string, status: string])[];
}

export type BaseStatus = 'Operational' | 'Degraded' | 'Down' | 'Retired';
/** An asset status. `share` is the percentage of assets with this status. */
export type StatusWords = readonly [name: string, base: BaseStatus, colour: string, share: number];

/** A piece of work: its name, the text of the request, the completion notes, and how urgent it is. */
export type Work = readonly [name: string, report: string, done: string, urgency?: 'High' | 'Urgent'];

/** Range and decimal places of a reading. If the asset has its own meter, the reading comes from that meter. */
export type MeterRange = readonly [low: number, high: number, places: 0 | 1];
export type StepType = 'Checkbox' | 'Text' | 'Number' | 'PassFail' | 'Meter';
export type TaskTemplate = readonly [name: string, type: StepType, text: string, reading?: MeterRange];

export interface AssetKind {
  readonly name: string;
  readonly category: string;
  /** Relative frequency among the firm's assets, compared with the other kinds. */
  readonly share: number;
  readonly place: PlaceRole;
  readonly criticality: 'Low' | 'Medium' | 'High' | 'Critical';
  readonly makers: readonly string[];
  readonly models: readonly string[];
  /** Lowest and highest purchase price in pounds. */
  readonly price: readonly [number, number];
  readonly meter?: { readonly unit: string; readonly aYear: number };
  /** Kind of asset that contains this one, if it is a component. */
  readonly partOf?: string;
  /** True for a vehicle, which has a registration and can drive a route. */
  readonly vehicle?: true;
  /** Form for this kind, as a position among the firm's templates; without it, a general form is used. */
  readonly form?: number;
  /** Form that is used for a service instead. */
  readonly serviceForm?: number;
  readonly faults: readonly Work[];
  readonly services: readonly Work[];
  readonly inspections: readonly Work[];
  /** Steps of a service or an inspection. */
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

/** A product line. Costs are ranges in ten-thousandths of a pound, because fixings cost less than a penny. */
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
  /** Lowest and highest budget in pounds. */
  readonly budget: readonly [number, number];
}

export type RoundWords = readonly [name: string, text: string];

export interface PeopleWords {
  /** Title and department of people who lead others; the first one leads the firm. */
  readonly leads: readonly (readonly [title: string, department: string])[];
  readonly workers: readonly (readonly [title: string, department: string, certificates: readonly string[]])[];
  /** Logins of people who are not employees. */
  readonly guests: readonly string[];
}

export interface Phrases {
  /** Second sentences of a request, which fit any request. */
  readonly circumstances: readonly string[];
  /** Second sentences that make sense only for an asset in a unit: a home, or a vehicle in its bay. */
  readonly unitCircumstances: readonly string[];
  readonly holdReasons: readonly string[];
  readonly cancelReasons: readonly string[];
  /** Last sentences of completion notes. */
  readonly closing: readonly string[];
  readonly taskNotes: readonly string[];
  /** Texts for steps and form fields that require a text. */
  readonly findings: readonly string[];
  readonly vendorNotes: readonly string[];
}
