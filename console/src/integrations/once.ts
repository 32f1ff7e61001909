/** The page that shows a key once. It is loaded before there is a key, so that none is lost on the way. */
import { later } from '../parts/later.tsx';

export const loadKeyOnce = () => import('./KeyOnce.tsx');
export const KeyOnce = later(loadKeyOnce, 'KeyOnce');
