/** schema.graphql: what a key with every area may ask. */
import { printSchema } from 'graphql';
import { createSchema } from '../../api/graphql/schema.ts';
import { recordTypes } from '../../catalogue/index.ts';

export function schemaPage(): string {
  return `# The GraphQL schema of a key with every area. Made by npm run generate.\n\n${printSchema(createSchema(recordTypes))}\n`;
}
