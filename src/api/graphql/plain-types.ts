/**
 * Types that are not record types: the owner of the key, and the history of a record. Their members are returned as
 * they are.
 */
import {
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import { IntegerScalar, JsonScalar, TimestampScalar } from './scalars.ts';

const text = new GraphQLNonNull(GraphQLString);

export const MeType = plain('Me', 'The account and the integration of the key, and what it may do.', {
  account: must(plain('Account', 'One firm.', { id: text, name: text })),
  integration: must(
    plain('Integration', 'What lets a program in.', {
      id: text,
      name: text,
      role: text,
      areas: must(new GraphQLList(text)),
      createdOn: must(TimestampScalar),
      createdBy: text,
      proposesOnly: must(GraphQLBoolean),
    }),
  ),
  shardID: text,
  permissions: must(JsonScalar),
  webhooks: must(GraphQLBoolean),
  rateLimit: must(
    plain('RateLimit', 'How often the key may ask; a limit of 0 means that none is set.', {
      limit: must(GraphQLInt),
      windowSeconds: must(GraphQLInt),
    }),
  ),
});

const Author: GraphQLObjectType = plain('Author', 'Who made a change.', {
  kind: text,
  id: GraphQLString,
  name: GraphQLString,
  email: text,
  approvedBy: JsonScalar,
  proposedBy: JsonScalar,
});

export const ChangeType = plain('Change', 'One change of a record, as the log has it.', {
  change: text,
  type: text,
  id: must(IntegerScalar),
  version: must(GraphQLInt),
  on: must(TimestampScalar),
  by: must(Author),
  events: must(new GraphQLList(text)),
  changed: new GraphQLList(
    must(plain('ChangedField', 'A field before and after.', { field: text, from: JsonScalar, to: JsonScalar })),
  ),
});

function plain(name: string, description: string, members: Readonly<Record<string, GraphQLOutputType>>) {
  return new GraphQLObjectType({
    name,
    description,
    fields: Object.fromEntries(
      Object.entries(members).map(([member, type]) => [member, { type, extensions: { means: { is: 'member' } } }]),
    ),
  });
}

function must<Type extends ConstructorParameters<typeof GraphQLNonNull>[0]>(type: Type): GraphQLNonNull<Type> {
  return new GraphQLNonNull(type);
}
