/** Routes of the webhook pages. */
import { pageRoute } from '../shell/routes.tsx';

export const webhookRoutes = [
  pageRoute('/Webhooks', () => import('./WebhookList.tsx'), 'WebhookList'),
  pageRoute('/Webhooks/new', () => import('./NewWebhook.tsx'), 'NewWebhook'),
  pageRoute('/Webhooks/$id', () => import('./WebhookPage.tsx'), 'WebhookPage'),
  pageRoute('/Webhooks/$id/Deliveries', () => import('./DeliveryLog.tsx'), 'DeliveryLog'),
  pageRoute('/Webhooks/$id/Deliveries/$delivery', () => import('./DeliveryPage.tsx'), 'DeliveryPage'),
  pageRoute('/Webhooks/$id/Why', () => import('./WhyPage.tsx'), 'WhyPage'),
  pageRoute('/Webhooks/$id/Recover', () => import('./RecoverPage.tsx'), 'RecoverPage'),
] as const;
