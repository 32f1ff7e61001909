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
  // Followed, a redirect would take the credentials to wherever it leads, and a POST there would become a GET.
  return { ...request, redirect: 'manual', url, headers: { ...request.headers, apiKey, vaultSecret, shardID } };
}

/** A refusal in the words of the service. */
function refuse(response, z) {
  if (response.status >= 300 && response.status !== 304 && !response.skipThrowForStatus) raise(response, z);
  return response;
}

function raise(response, z) {
  const { status, request, data } = response;
  const location = status < 400 ? response.getHeader('location') : undefined;
  const unsaid = location
    ? `The base URL leads to ${location}, and nothing was sent there. Give the address of the service itself.`
    : `The service answered with ${status}.`;
  const { detail = unsaid, code = 'unknown', errors = [] } = data ?? {};
  // Zapier comes again with what was refused before anything was done, and with what can be done twice without harm.
  if (status === 429 || (status === 503 && isSafe(request)))
    throw new z.errors.ThrottledError(detail, Number(response.getHeader('retry-after') ?? 60));
  const where = errors.map(
    ({ pointer, parameter, header, message }) => `${pointer ?? parameter ?? header}: ${message}`,
  );
  throw new z.errors.Error([detail, ...where].join(' '), code, status);
}

function isSafe({ method, headers = {} }) {
  return method !== 'POST' || Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
}

module.exports = { authentication, withCredentials, refuse, raise };
