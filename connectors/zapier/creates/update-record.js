const { fieldsOf, given, recordType, sample } = require('../fields.js');

const updateRecord = {
  key: 'update_record',
  noun: 'Record',
  display: { label: 'Update Record', description: 'Changes the fields you give of a record; the others stay.' },
  operation: {
    inputFields: [
      recordType,
      { key: 'recordID', label: 'Record ID', type: 'integer', required: true },
      fieldsOf(false),
    ],
    async perform(z, bundle) {
      const { recordType: type, recordID } = bundle.inputData;
      const fields = Object.entries(await given(z, bundle));
      const patch = fields.map(([name, value]) => ({ op: 'replace', path: `/${name}`, value }));
      const { data } = await z.request({
        method: 'PATCH',
        url: `${bundle.authData.baseUrl}/api/${type}/${recordID}`,
        headers: { 'content-type': 'application/json-patch+json' },
        body: JSON.stringify(patch),
      });
      return data;
    },
    sample,
  },
};

module.exports = { updateRecord };
