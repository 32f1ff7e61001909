/** Signing secret of a webhook, shown once, with code that verifies deliveries. */
import { CodeTabs } from '../parts/CodeTabs.tsx';
import { OneTimeSecret } from '../parts/SecretOnce.tsx';
import { words } from '../words/webhooks.ts';
import layout from './layout.module.css';
import { createVerificationSnippets } from './verify-code.ts';

export { LeaveGuard } from '../parts/BeforeLeaving.tsx';
export { createWebhook } from './make-webhook.ts';

export interface WebhookSecretProps {
  readonly signingSecret: string;
  /** Header values, which are also shown only once here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

export function WebhookSecret({ signingSecret, headers = {}, onDone }: WebhookSecretProps) {
  const own = Object.entries(headers).map(([name, value]) => ({ name, value, secret: false }));
  return (
    <div className={layout.stack}>
      <p>{words.once.text}</p>
      <OneTimeSecret
        values={[{ name: words.once.value, value: signingSecret }, ...own]}
        words={words.once}
        onDone={onDone}
        more={(stored) => (
          <CodeTabs label={words.once.code} snippets={createVerificationSnippets(signingSecret)} onCopied={stored} />
        )}
      />
    </div>
  );
}
