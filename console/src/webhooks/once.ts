/** What shows a signing secret once. It is loaded before there is a secret, so that none is lost on the way. */
import { later } from '../parts/later.tsx';

export const loadWebhookSecret = () => import('./WebhookSecret.tsx');
export const WebhookSecret = later(loadWebhookSecret, 'WebhookSecret');
