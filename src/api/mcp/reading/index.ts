/** The tools that read: each is a route of the API, its answer bounded. */
import type { Tool } from '../tool.ts';
import { describe } from './describe.ts';
import { explainDelivery } from './explain-delivery.ts';
import { get } from './get.ts';
import { history } from './history.ts';
import { list } from './list.ts';
import { moves } from './moves.ts';
import { related } from './related.ts';
import { search } from './search.ts';
import { summarise } from './summarise.ts';

export const readingTools: readonly Tool[] = [
  describe,
  search,
  list,
  get,
  history,
  related,
  moves,
  summarise,
  explainDelivery,
];
