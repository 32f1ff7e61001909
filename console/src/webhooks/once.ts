/**
 * Component that shows a signing secret once. It is loaded before the secret exists, so that a failed load cannot lose
 * the secret.
 */
import type { LeaveGuardProps } from '../parts/BeforeLeaving.tsx';
import { lazyComponent } from '../parts/later.tsx';
import type { WebhookSecretProps } from './WebhookSecret.tsx';

export const loadWebhookSecret = () => import('./WebhookSecret.tsx');
export const WebhookSecret = lazyComponent<'WebhookSecret', WebhookSecretProps>(loadWebhookSecret, 'WebhookSecret');
/** Guard against leaving the page while the secret is requested or unsaved input exists. */
export const LeaveGuard = lazyComponent<'LeaveGuard', LeaveGuardProps>(loadWebhookSecret, 'LeaveGuard');
