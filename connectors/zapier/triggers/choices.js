/** Hidden triggers that fill the editor's lists. */

const hidden = (key, noun, perform) => ({
  key,
  noun,
  display: { label: `New ${noun}`, description: 'Fills a list of the editor.', hidden: true },
  operation: { type: 'polling', perform, sample: { id: 'Tasks', name: 'Tasks' } },
});

const named = (names) => names.map((name) => ({ id: name, name }));

async function offered(z, { authData }) {
  return (await z.request({ url: `${authData.baseUrl}/api/Webhooks/Events` })).data;
}

const eventTypes = hidden('event_types', 'Event Type', async (z, bundle) =>
  named((await offered(z, bundle)).map(({ entityType }) => entityType)),
);

const actions = hidden('actions', 'Action', async (z, bundle) => {
  const offer = (await offered(z, bundle)).find(({ entityType }) => entityType === bundle.inputData.entityType);
  return named(offer?.actions ?? []);
});

const recordTypes = hidden('record_types', 'Record Type', async (z, { authData }) =>
  named((await z.request({ url: `${authData.baseUrl}/api/Catalogue` })).data.map(({ name }) => name)),
);

module.exports = { eventTypes, actions, recordTypes };
