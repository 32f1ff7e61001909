/** Random input from the schemas of the document, and what a schema cannot say about it: references, uniqueness, states, what only people write. */
import fc from 'fast-check';
import type { Json, JsonObject } from '../../src/lib/json.ts';
import type { OpenApi, Operation, Schema } from './openapi-document.ts';

/** What random records may refer to: a living record of every type. */
export type Living = { readonly [type: string]: number };

/** A valid body of a POST, as its schema and the descriptions in it say. */
export function randomBody(openApi: OpenApi, operation: Operation, living: Living): fc.Arbitrary<JsonObject> {
  const schema = openApi.schema(operation.body!.schema);
  return (anyOf(schema, { openApi, living }) as fc.Arbitrary<JsonObject>).map((body) => {
    const written = Object.entries(body).filter(
      ([name]) => !isOfPeople(operation, name) && !startsInvited(operation, name),
    );
    return soundState(operation, schema, Object.fromEntries(written));
  });
}

/** Who administers an account is no matter of keys. */
function isOfPeople({ id }: Operation, field: string): boolean {
  return id === 'createUser' && (field === 'Role' || field === 'CompanySettings');
}

function startsInvited({ id }: Operation, field: string): boolean {
  return id === 'createUser' && field === 'Status';
}

/** A patch that replaces some fields of an existing record by valid values. Moves of its state are not random. */
export function randomPatch(openApi: OpenApi, create: Operation, living: Living): fc.Arbitrary<JsonObject[]> {
  const schema = openApi.schema(create.body!.schema);
  const own = create.path.split('/').at(-1)!;
  const fields = Object.entries(schema.properties ?? {}).filter(([name, field]) => {
    // A record of the same type could be the record itself, or lie below it.
    return (
      name !== 'Status' &&
      !isOfPeople(create, name) &&
      !isStamp(field) &&
      !holdsReceipts(openApi, field) &&
      refersTo(field) !== own
    );
  });
  const operation = fc.constantFrom(...fields).chain(([name, field]) =>
    anyOf(field, { openApi, living }).map((value) => ({
      op: 'replace',
      path: `/${name}`,
      value: answering(name, value),
    })),
  );
  return fc.array(operation, { minLength: 1, maxLength: 4 });
}

/** Lines of an order: what was received of them is no matter of chance. */
function holdsReceipts(openApi: OpenApi, { items }: Schema): boolean {
  return items !== undefined && 'QuantityReceived' in (openApi.schema(items).properties ?? {});
}

/** What can be subscribed to, as `GET /api/Webhooks/Events` tells it. */
export interface Subscribable {
  readonly entityType: string;
  readonly actions: readonly string[];
  readonly filterEntityType: string | null;
}

/** A subscription to an event there is: which action fits which type, no schema can say. */
export function randomSubscription(events: readonly Subscribable[], targetUrl: string): fc.Arbitrary<JsonObject> {
  return fc.constantFrom(...events).chain(({ entityType, actions, filterEntityType }) => {
    const filter = { filterEntityType, filterConditionEntityID: fc.sample(fc.oneof(fc.nat(), fc.uuid()), 1)[0]! };
    return fc
      .record(
        {
          action: fc.constantFrom(...actions),
          name: fc.option(text(200)),
          headers: fc.dictionary(fc.stringMatching(/^x-[a-z0-9-]{1,20}$/), fc.stringMatching(/^[!-~]{0,40}$/), {
            maxKeys: 3,
            noNullPrototype: true,
          }),
        },
        { requiredKeys: ['action'] },
      )
      .map((rest) => ({ entityType, targetUrl, ...rest, ...(filterEntityType === null ? {} : filter) }));
  });
}

interface Known {
  readonly openApi: OpenApi;
  readonly living: Living;
}

/** Random values that a schema allows. */
function anyOf(given: Schema, known: Known): fc.Arbitrary<Json> {
  const schema = known.openApi.schema(given);
  const types = [schema.type ?? 'any'].flat();
  const [nullable, rest] = [types.includes('null'), types.filter((type) => type !== 'null')];
  const value = schema.enum ? fc.constantFrom(...(schema.enum as Json[])) : byType[rest[0]!]!(schema, known);
  return nullable ? fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }) : value;
}

const byType: { [type: string]: (schema: Schema, known: Known) => fc.Arbitrary<Json> } = {
  string: textOf,
  integer(schema, { living }) {
    const to = refersTo(schema);
    if (to !== undefined) return fc.constant(living[to]!);
    return fc.integer({ min: bound(schema.minimum, -1_000_000), max: bound(schema.maximum, 1_000_000) });
  },
  // Sums and products of amounts must stay in range as well, which no schema of one field can say.
  number: (schema) => fc.integer({ min: bound(schema.minimum, -1000), max: 1000 }).map((whole) => whole + 0.25),
  boolean: () => fc.boolean(),
  any: () => fc.oneof(fc.boolean(), fc.integer(), fc.constant(null), text(20), fc.array(text(5), { maxLength: 2 })),
  array(schema, known) {
    const item = known.openApi.schema(schema.items!);
    const key = Object.entries(item.properties ?? {}).find(([, field]) => /No two items/.test(field.description ?? ''));
    const values = anyOf(item, known) as fc.Arbitrary<JsonObject>;
    return key === undefined
      ? fc.array(values, { maxLength: 4 })
      : fc.uniqueArray(values, { maxLength: 4, selector: (one) => one[key[0]] ?? {} });
  },
  object(schema, known) {
    if (schema.properties === undefined)
      return fc.dictionary(text(12), text(20), { maxKeys: 4, noNullPrototype: true });
    const entries = Object.entries(schema.properties).map(([name, field]) => [name, anyOf(field, known)]);
    const requiredKeys = [...(schema.required ?? [])] as never[];
    return fc.record(Object.fromEntries(entries), { requiredKeys }) as fc.Arbitrary<JsonObject>;
  },
};

function textOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'date-time') return moment.map((date) => date.toISOString());
  if (schema.format === 'date') return moment.map((date) => date.toISOString().slice(0, 10));
  const max = Number(schema.maxLength);
  if (/@/.test(String(schema.pattern))) return unique.map((mark) => `someone.${mark}@example.com`);
  if (/Unique among/.test(schema.description ?? '')) return unique.map((mark) => mark.slice(-max));
  return text(max).filter((one) => schema.pattern === undefined || new RegExp(schema.pattern as string).test(one));
}

const moment = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});

let marks = 0;
const unique = fc.constant(null).map(() => `mark-${process.pid}-${marks++}`);

/** Any text of at most so many code points. */
function text(max: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: fc.constantFrom(...'aZ 0%_\\\'"<>é漢😀ß\u202eİ\n'), maxLength: Math.min(max, 60) })
    .filter((one) => !one.includes('\0'));
}

function bound(given: unknown, otherwise: number): number {
  const least = Number(given ?? otherwise);
  return otherwise < 0 ? Math.ceil(Math.max(least, otherwise)) : Math.min(least, otherwise);
}

function refersTo(schema: Schema): string | undefined {
  return /ID of a record in (\w+)/.exec(schema.description ?? '')?.[1];
}

function isStamp(schema: Schema): boolean {
  return /Set when the record enters/.test(schema.description ?? '');
}

/** The state and what goes with it must agree: stamps are left to the service, and an order that is sent needs more. */
function soundState(operation: Operation, schema: Schema, body: JsonObject): JsonObject {
  const sound = { ...body };
  for (const [name, field] of Object.entries(schema.properties ?? {})) if (isStamp(field)) delete sound[name];
  if (operation.id === 'createPurchaseOrder') {
    if (['Sent', 'PartiallyFulfilled', 'Completed'].includes(sound.Status as string)) sound.Status = 'Approved';
    for (const line of (sound.Lines ?? []) as JsonObject[]) line.QuantityReceived = 0;
  }
  if (sound.Answers !== undefined) sound.Answers = answering('Answers', sound.Answers);
  return sound;
}

/** Answers are to what the template asks, and every template here asks one thing. */
function answering(field: string, value: Json): Json {
  if (field !== 'Answers') return value;
  return (value as JsonObject[]).slice(0, 1).map((answer) => ({ ...answer, FieldID: 'closes' }));
}
