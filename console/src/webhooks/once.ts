/** What shows a signing secret once. It is loaded before there is a secret, so that none is lost on the way. */
import type { LeaveGuardProps } from '../parts/BeforeLeaving.tsx';
import { lazyComponent } from '../parts/later.tsx';
import type { WebhookSecretProps } from './WebhookSecret.tsx';

export const loadWebhookSecret = () => import('./WebhookSecret.tsx');
export const WebhookSecret = lazyComponent<'WebhookSecret', WebhookSecretProps>(loadWebhookSecret, 'WebhookSecret');
/** For as long as the secret is under way, or something is typed that would be lost. */
export const LeaveGuard = lazyComponent<'LeaveGuard', LeaveGuardProps>(loadWebhookSecret, 'LeaveGuard');
