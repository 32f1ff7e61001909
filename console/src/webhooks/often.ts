/** Bundles the code that nearly every webhook page needs into one file. */
import './describe.ts';
import './layout.module.css';
import './queries.ts';
import './titles.ts';
import './WebhookFrame.tsx';
import './WebhookState.tsx';
