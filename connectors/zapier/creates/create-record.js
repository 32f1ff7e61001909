const { fieldsOf, given, recordType, sample } = require('../fields.js');

const createRecord = {
  key: 'create_record',
  noun: 'Record',
  display: { label: 'Create Record', description: 'Creates a work order, task, asset or any other record.' },
  operation: {
    inputFields: [recordType, fieldsOf(true)],
    async perform(z, bundle) {
      const url = `${bundle.authData.baseUrl}/api/${bundle.inputData.recordType}`;
      return (await z.request({ method: 'POST', url, body: await given(z, bundle) })).data;
    },
    sample,
  },
};

module.exports = { createRecord };
