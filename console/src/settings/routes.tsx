/** Addresses of the settings. */
import { pageRoute } from '../shell/routes.tsx';

export const settingsRoutes = [
  pageRoute('/Settings/People', () => import('./people/People.tsx'), 'People'),
  pageRoute('/Settings/Company', () => import('./Company.tsx'), 'Company'),
  pageRoute('/Settings/Audit', () => import('./Audit.tsx'), 'Audit'),
  pageRoute('/Settings/About', () => import('./About.tsx'), 'About'),
] as const;
