/** Addresses of Home. */
import { pageRoute } from '../shell/routes.tsx';

export const homeRoutes = [pageRoute('/', () => import('./Home.tsx'), 'Home')] as const;
