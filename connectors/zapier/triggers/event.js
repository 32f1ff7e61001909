/** A trigger for every event, as a REST hook: Zapier subscribes when the Zap is switched on, and unsubscribes when it is switched off. */
const { raise } = require('../authentication.js');
const { isGenuine } = require('../signature.js');

async function performSubscribe(z, { authData, inputData, targetUrl }) {
  const { entityType, action, filterEntityType, filterConditionEntityID } = inputData;
  const { data } = await z.request({
    method: 'POST',
    url: `${authData.baseUrl}/api/Webhooks`,
    body: {
      entityType,
      action,
      targetUrl,
      name: 'Zapier',
      includeOwn: false,
      // While Zapier is away, or takes no more for the moment, events wait.
      patience: '1d',
      // One of them alone is refused: left out, the Zap would start for everything.
      ...(filterEntityType ? { filterEntityType } : {}),
      ...(filterConditionEntityID ? { filterConditionEntityID } : {}),
    },
  });
  // Kept by Zapier as bundle.subscribeData: the id to unsubscribe with, and the secret that deliveries are signed with.
  return { id: data.id, signingSecret: data.signingSecret };
}

async function performUnsubscribe(z, { authData, subscribeData }) {
  const url = `${authData.baseUrl}/api/Webhooks/${subscribeData.id}`;
  const response = await z.request({ method: 'DELETE', url, skipThrowForStatus: true });
  // One that is gone already is as good as deleted.
  if (response.status >= 300 && response.status !== 404) raise(response, z);
  return { status: response.status };
}

function perform(z, { cleanedRequest, rawRequest = {}, subscribeData = {} }) {
  const { content, headers = {} } = rawRequest;
  if (!isGenuine([subscribeData.signingSecret ?? ''], headers, content ?? '', Date.now()))
    throw new z.errors.HaltedError('The signature of the delivery is not good.');
  return [shown(cleanedRequest, lower(headers)['webhook-id'])];
}

/** What the editor shows and maps: real bodies of late, else made-up ones. */
async function performList(z, { authData, inputData }) {
  const { entityType, action } = inputData;
  const url = `${authData.baseUrl}/api/Webhooks/Sample`;
  const { data } = await z.request({ url, params: { entityType, action } });
  return data.map((body, n) => shown(body, `sample-${n}`));
}

/** Zapier leaves out what it has seen, by `id`. */
function shown(body, id) {
  return { id, ...body };
}

function lower(headers) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase().replace(/^http-/, ''), value]),
  );
}

const event = {
  key: 'event',
  noun: 'Event',
  display: {
    label: 'Record Event',
    description: 'Triggers when a record is created, changed, completed, cancelled or sent.',
  },
  operation: {
    type: 'hook',
    inputFields: [
      {
        key: 'entityType',
        label: 'Record Type',
        required: true,
        dynamic: 'event_types.id.name',
        altersDynamicFields: true,
      },
      { key: 'action', label: 'Event', required: true, dynamic: 'actions.id.name' },
      {
        key: 'filterEntityType',
        label: 'Filter By',
        choices: ['Boards', 'FormTemplates', 'AssetStatuses'],
        required: false,
      },
      { key: 'filterConditionEntityID', label: 'Filter ID', type: 'string', required: false },
    ],
    performSubscribe,
    performUnsubscribe,
    perform,
    performList,
    sample: {
      id: 'msg_1',
      data: { ID: 31, Name: 'Lift stuck on second floor', Status: 'Open' },
      submitter: 'ann@example.com',
      processedDate: '2026-01-31T09:30:00.000Z',
    },
  },
};

module.exports = { event };
