// For the HEALTHCHECK of the image: ends with 0 when the service of this machine answers GET /healthz with 200. Plain or
// TLS, as the service's own settings say; whose certificate it is does not matter here.
import http from 'node:http';
import https from 'node:https';

const secure = Boolean(process.env.MDS_TLS_CERT_FILE);
const options = {
  host: '127.0.0.1',
  port: process.env.PORT || 8080,
  path: '/healthz',
  timeout: 4000,
  rejectUnauthorized: false,
};

const request = (secure ? https : http).get(options, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1));
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
