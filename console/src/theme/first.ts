/** Runs before the page is painted, so that nothing flashes in the wrong colours. */
import { applyTheme } from './theme.ts';

applyTheme();
