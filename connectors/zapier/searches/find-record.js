const { recordType, sample } = require('../fields.js');

const findRecord = {
  key: 'find_record',
  noun: 'Record',
  display: { label: 'Find Record', description: 'Finds records by what people know them by, such as name or number.' },
  operation: {
    inputFields: [recordType, { key: 'search', label: 'Search', type: 'string', required: true }],
    async perform(z, { authData, inputData }) {
      const url = `${authData.baseUrl}/api/${inputData.recordType}`;
      const { data } = await z.request({ url, params: { search: inputData.search, take: 10 } });
      return data.map((record) => ({ id: record.ID, ...record }));
    },
    sample: { id: 31, ...sample },
  },
};

module.exports = { findRecord };
