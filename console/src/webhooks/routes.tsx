/** Addresses of the webhooks. */
import { page } from '../shell/routes.tsx';

export const webhookRoutes = [
  page('/Webhooks', () => import('./WebhookList.tsx'), 'WebhookList'),
  page('/Webhooks/new', () => import('./NewWebhook.tsx'), 'NewWebhook'),
  page('/Webhooks/$id', () => import('./WebhookPage.tsx'), 'WebhookPage'),
  page('/Webhooks/$id/Deliveries', () => import('./DeliveryLog.tsx'), 'DeliveryLog'),
  page('/Webhooks/$id/Deliveries/$delivery', () => import('./DeliveryPage.tsx'), 'DeliveryPage'),
  page('/Webhooks/$id/Why', () => import('./WhyPage.tsx'), 'WhyPage'),
  page('/Webhooks/$id/Recover', () => import('./RecoverPage.tsx'), 'RecoverPage'),
] as const;
