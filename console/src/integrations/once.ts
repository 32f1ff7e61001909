/** The page that shows a key once. It is loaded before there is a key, so that none is lost on the way. */
import type { BeforeLeavingProps } from '../parts/BeforeLeaving.tsx';
import { later } from '../parts/later.tsx';
import type { KeyOnceProps, MadeAlreadyProps } from './KeyOnce.tsx';

export const loadKeyOnce = () => import('./KeyOnce.tsx');
export const KeyOnce = later<'KeyOnce', KeyOnceProps>(loadKeyOnce, 'KeyOnce');
export const MadeAlready = later<'MadeAlready', MadeAlreadyProps>(loadKeyOnce, 'MadeAlready');
/** For as long as the key is under way. */
export const BeforeLeaving = later<'BeforeLeaving', BeforeLeavingProps>(loadKeyOnce, 'BeforeLeaving');
