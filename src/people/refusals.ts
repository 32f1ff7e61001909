/** What is said of a link by everybody who finds that it lets nobody in. */
import { Problem } from '../problems.ts';

export const deadLink = new Problem('link_dead', 'This link is unknown, over, or was used already. Ask for a new one.');
