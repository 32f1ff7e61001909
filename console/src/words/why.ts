/** Texts of the page that explains why a webhook did or did not fire. */
export const words = {
  title: 'Why did I not get it?',
  intro: 'Name the record, or a webhook-id of your log. Each of its changes is followed until it explains itself.',
  record: (kind: string) => `Number or ID of the ${kind}`,
  unknownRecord: (kind: string, typed: string) => `No ${kind} has the number ${typed}.`,
  several: (kind: string, typed: string) =>
    `More than one ${kind} is called ${typed}. Give the ID, which stands in its address.`,
  webhookId: 'or a webhook-id',
  from: 'From',
  to: 'To',
  ask: 'Look',
  needsOne: 'Give a record or a webhook-id.',
  change: (version: number) => `Version ${version}`,
  noChange: 'No change',
  steps: 'Steps',
  yes: 'yes',
  no: 'no',
  unknown: 'not known',
  actions: {
    history: 'Its history',
    recover: 'Recover',
    switchOn: 'Fix the webhook',
    edit: 'Edit the webhook',
    resend: 'Send it again',
    delivery: 'Open the delivery',
    other: 'Make another webhook',
  },
} as const;
