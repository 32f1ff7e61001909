/** The address of the catalogue of events. */
import { pageRoute } from '../shell/routes.tsx';

export const eventRoutes = [pageRoute('/Events', () => import('./EventsPage.tsx'), 'EventsPage')] as const;
