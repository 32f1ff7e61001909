/** Read tools: each calls a route of the API and limits the size of its result. */
import type { McpTool } from '../tool.ts';
import { describeTool } from './describe.ts';
import { explainDeliveryTool } from './explain-delivery.ts';
import { getTool } from './get.ts';
import { historyTool } from './history.ts';
import { listTool } from './list.ts';
import { movesTool } from './moves.ts';
import { relatedTool } from './related.ts';
import { searchTool } from './search.ts';
import { summariseTool } from './summarise.ts';

export const readTools: readonly McpTool[] = [
  describeTool,
  searchTool,
  listTool,
  getTool,
  historyTool,
  relatedTool,
  movesTool,
  summariseTool,
  explainDeliveryTool,
];
