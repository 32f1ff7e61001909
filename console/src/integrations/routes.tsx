/** Addresses of the integrations. */
import { pageRoute } from '../shell/routes.tsx';

export const integrationRoutes = [
  pageRoute('/Integrations', () => import('./IntegrationList.tsx'), 'IntegrationList'),
  pageRoute('/Integrations/new', () => import('./NewIntegration.tsx'), 'NewIntegration'),
  pageRoute('/Integrations/$id', () => import('./IntegrationPage.tsx'), 'IntegrationPage'),
] as const;
