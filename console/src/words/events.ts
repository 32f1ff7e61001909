/** Texts of the catalogue of events. */
export const words = {
  title: 'Events',
  needs: 'Company Settings',
  intro: 'What a webhook can be told of. Choose one to see what would be sent.',
  type: 'Record type',
  filter: (kind: string) => `can be narrowed to one ${kind}`,
  subscribe: 'Subscribe',
  sample: 'Sample',
  newest: 'The newest of them, as they would be sent; made up where there is none yet',
  live: 'Happening now',
  liveText: 'Changes that make events, from the moment you opened this page.',
  nothingYet: 'Nothing has happened since you opened this page.',
  before:
    'What was before is under History of each record, and under Deliveries of each webhook. A sample of an event shows its newest changes.',
  webhooks: 'To the webhooks',
  liveChanges: 'Changes since you opened this page',
  columns: { when: 'When', event: 'Event', record: 'Record', by: 'By' },
} as const;
