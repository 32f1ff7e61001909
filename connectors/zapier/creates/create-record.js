const { fieldsOf, given, recordType, sample } = require('../fields.js');

/** Zapier tells an app nothing by which it would know a step that is repeated: whoever makes the Zap has to. */
const idempotencyKey = {
  key: 'idempotencyKey',
  label: 'Idempotency Key',
  type: 'string',
  required: false,
  helpText:
    'Something that stays the same when this step is repeated or the Zap run is replayed, such as the ID of the trigger: then no second record is made within 24 hours. It has no spaces; two steps that use the same ID need a word behind it, each its own.',
};

const createRecord = {
  key: 'create_record',
  noun: 'Record',
  display: { label: 'Create Record', description: 'Creates a work order, task, asset or any other record.' },
  operation: {
    inputFields: [recordType, fieldsOf(true), idempotencyKey],
    async perform(z, bundle) {
      const { recordType: type, idempotencyKey: key } = bundle.inputData;
      const url = `${bundle.authData.baseUrl}/api/${type}`;
      const headers = key ? { 'Idempotency-Key': String(key) } : {};
      return (await z.request({ method: 'POST', url, headers, body: await given(z, bundle) })).data;
    },
    sample,
  },
};

module.exports = { createRecord };
