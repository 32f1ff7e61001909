/** The address of the catalogue of events. */
import { page } from '../shell/routes.tsx';

export const eventRoutes = [page('/Events', () => import('./EventsPage.tsx'), 'EventsPage')] as const;
