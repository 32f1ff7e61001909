/** Executes a compiled query and returns JSON text, with the fields in the selected order. */
import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../../accounts/caller.ts';
import { describeCaller } from '../../accounts/me.ts';
import type { RatePolicy } from '../../accounts/rate-limit.ts';
import type { Json } from '../../lib/json.ts';
import { type Problem, Unanswerable } from '../../problems.ts';
import type { CompiledQuery, RootField } from './compiled-query.ts';
import { executeIntrospection } from './introspection.ts';
import { createPlainRenderer, type HistoryReadContext, readHistory } from './read-plain.ts';
import { readOne, readPage } from './read-records.ts';
import { GraphqlRefusal } from './selection.ts';

export interface QueryContext extends HistoryReadContext {
  readonly schema: GraphQLSchema;
  readonly caller: Caller;
  readonly policy: RatePolicy;
}

/** Returns the complete response or a refusal: if any part cannot be read, no partial data is returned. */
export async function executeQuery(
  { fields, cost }: CompiledQuery,
  answering: QueryContext,
): Promise<string | Problem> {
  try {
    const members: string[] = [];
    for (const field of fields) {
      const forgetParts = answering.room.parts();
      const text = field.key + (await shownField(field, answering));
      forgetParts();
      members.push(answering.room.write(text));
    }
    return `{"data":{${members.join()}},"extensions":{"cost":${cost}}}`;
  } catch (failure) {
    if (failure instanceof GraphqlRefusal || failure instanceof Unanswerable) return failure.problem;
    throw failure;
  }
}

function shownField(field: RootField, answering: QueryContext): Promise<string> | string {
  switch (field.is) {
    case 'list':
      return readPage(field.type, field.listing, field.page, answering);
    case 'record':
      return readOne(field.type, field.id, field.fields, answering);
    case 'history':
      return readHistory(field.of, field.page, answering);
    case 'me':
      return createPlainRenderer(answering.room)(
        describeCaller(answering.caller, answering.policy) as unknown as Json,
        field.fields,
      );
    case 'schema':
      return inTurns(executeIntrospection(answering.schema, field.field, answering.room));
    case 'typename':
      return `"${field.name}"`;
  }
}

async function inTurns(work: Generator<Promise<void>, string>): Promise<string> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await step.value;
  }
}
