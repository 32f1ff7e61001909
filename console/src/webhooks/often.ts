/** What nearly every page of webhooks is made of comes as one file. */
import './describe.ts';
import './layout.module.css';
import './queries.ts';
import './titles.ts';
import './WebhookFrame.tsx';
import './WebhookState.tsx';
