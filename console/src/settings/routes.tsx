/** Addresses of the settings. */
import { page } from '../shell/routes.tsx';

export const settingsRoutes = [
  page('/Settings/People', () => import('./people/People.tsx'), 'People'),
  page('/Settings/Company', () => import('./Company.tsx'), 'Company'),
  page('/Settings/Audit', () => import('./Audit.tsx'), 'Audit'),
  page('/Settings/About', () => import('./About.tsx'), 'About'),
] as const;
