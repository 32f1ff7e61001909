/** Addresses of Home. */
import { page } from '../shell/routes.tsx';

export const homeRoutes = [page('/', () => import('./Home.tsx'), 'Home')] as const;
