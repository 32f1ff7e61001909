/** The fields of a record type as Zapier asks for them, from the catalogue. */

const TYPES = {
  int: 'integer',
  reference: 'integer',
  decimal: 'number',
  boolean: 'boolean',
  timestamp: 'datetime',
  object: 'text',
  list: 'text',
};

/** @param {boolean} creating whether required fields must be given */
const fieldsOf =
  (creating) =>
  async (z, { authData, inputData }) => {
    const type = await typeOf(z, authData, inputData.recordType);
    return (type?.fields ?? [])
      .filter(({ readOnly, name }) => !readOnly && name !== 'Deleted')
      .map(({ name, kind, required, values, description }) => ({
        key: name,
        label: name,
        type: TYPES[kind] ?? 'string',
        required: creating && required,
        ...(values ? { choices: values } : {}),
        ...(description ? { helpText: description } : {}),
      }));
  };

async function typeOf(z, { baseUrl }, name) {
  const { data } = await z.request({ url: `${baseUrl}/api/Catalogue` });
  return data.find((type) => type.name === name);
}

/** What was filled in, as the service takes it: objects and lists are given as JSON. */
async function given(z, { authData, inputData }) {
  const type = await typeOf(z, authData, inputData.recordType);
  const fields = type.fields.filter(({ name }) => inputData[name] !== undefined && inputData[name] !== '');
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const value = inputData[name];
      return [
        name,
        (kind === 'object' || kind === 'list') && typeof value === 'string' ? parsed(z, name, value) : value,
      ];
    }),
  );
}

function parsed(z, name, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new z.errors.Error(`${name} is no JSON.`, 'invalid_json', 400);
  }
}

const recordType = {
  key: 'recordType',
  label: 'Record Type',
  required: true,
  dynamic: 'record_types.id.name',
  altersDynamicFields: true,
};
const sample = { ID: 31, Name: 'Lift stuck on second floor', Status: 'Open' };

module.exports = { fieldsOf, given, recordType, sample };
