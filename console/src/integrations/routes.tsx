/** Addresses of the integrations. */
import { page } from '../shell/routes.tsx';

export const integrationRoutes = [
  page('/Integrations', () => import('./IntegrationList.tsx'), 'IntegrationList'),
  page('/Integrations/new', () => import('./NewIntegration.tsx'), 'NewIntegration'),
  page('/Integrations/$id', () => import('./IntegrationPage.tsx'), 'IntegrationPage'),
] as const;
