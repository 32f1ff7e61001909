/** The three headers of an integration. */

const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'baseUrl',
      label: 'Base URL',
      type: 'string',
      required: true,
      helpText: 'Where the service is, without /api, such as https://mds.example.com.',
    },
    { key: 'apiKey', label: 'API Key', type: 'string', required: true },
    { key: 'vaultSecret', label: 'Vault Secret', type: 'password', required: true },
    { key: 'shardID', label: 'Shard ID', type: 'string', required: true, default: 's1' },
  ],
  test: { url: '{{bundle.authData.baseUrl}}/api/Me' },
  connectionLabel: '{{account.name}}: {{integration.name}}',
};

function withCredentials(request, _z, { authData = {} }) {
  const { apiKey, vaultSecret, shardID } = authData;
  // A base URL may have been given with a slash at its end.
  const url = request.url.replace(/\/+api\//, '/api/');
  return { ...request, url, headers: { ...request.headers, apiKey, vaultSecret, shardID } };
}

/** A refusal in the words of the service. 429 and 503 ask Zapier to come again when the service says. */
function refuse(response, z) {
  if (response.status < 400 || response.skipThrowForStatus) return response;
  const {
    detail = `The service answered with ${response.status}.`,
    code = 'unknown',
    errors = [],
  } = response.data ?? {};
  if (response.status === 429 || response.status === 503)
    throw new z.errors.ThrottledError(detail, Number(response.getHeader('retry-after') ?? 60));
  const where = errors.map(({ pointer, parameter, message }) => `${pointer ?? parameter}: ${message}`);
  throw new z.errors.Error([detail, ...where].join(' '), code, response.status);
}

module.exports = { authentication, withCredentials, refuse };
