/** schema.graphql: what a key with every area may ask. */
import { printSchema } from 'graphql';
import { recordTypes } from '../../catalogue/index.ts';
import { makeSchema } from '../../graphql/schema.ts';

export function schemaPage(): string {
  return `# The GraphQL schema of a key with every area. Made by npm run generate.\n\n${printSchema(makeSchema(recordTypes))}\n`;
}
