/** Common refusals for links that are unknown, expired or used. */
import { Problem } from '../problems.ts';

export const deadLink = new Problem('link_dead', 'This link is unknown, over, or was used already. Ask for a new one.');
