/** Remedies against each kind of failure, in a sentence; docs/webhooks.md explains them in more detail. */
import type { ErrorClass } from '../delivery/send/outcome.ts';

export const remedies: Readonly<Record<ErrorClass, string>> = {
  status: 'Look at the answer, and into the log of your endpoint at that time: anything but 2xx is a failure.',
  timeout: 'Answer first and work later; a firewall that drops packets looks the same.',
  reset: 'Look at proxies and load balancers that close connections, and for crashes while answering.',
  connect: 'Look whether something listens there: the port, and the firewall.',
  tls: 'Renew the certificate of the endpoint, with its chain, for the name that is called.',
  dns: 'Look at the name, and its name servers.',
  refused_address: 'Use a public address, or ask the operator to allow the network (MDS_WEBHOOK_ALLOW).',
  damaged:
    'Set anew what cannot be read: exchange the signing secret (RotateSecret), set headers or address (PATCH). The operator finds out by doctor what else is damaged.',
};
