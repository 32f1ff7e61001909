/** Whether a delivery was signed by the service, just now (Standard Webhooks). */
const { createHmac, timingSafeEqual } = require('node:crypto');

const TOLERANCE_SECONDS = 300;

function isGenuine(secrets, headers, body, now) {
  // Zapier gives names as its web server does: Http-Webhook-Id.
  const named = Object.entries(headers).map(([name, value]) => [
    name.toLowerCase().replace(/^http-/, ''),
    String(value),
  ]);
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signatures = '',
  } = Object.fromEntries(named);
  if (!id || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    // With an empty key anybody can sign.
    if (key.length === 0) return false;
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return signatures.split(' ').some((one) => {
      const given = Buffer.from(/^v1,(.+)$/.exec(one)?.[1] ?? '', 'base64');
      return given.length === signed.length && timingSafeEqual(given, signed);
    });
  });
}

module.exports = { isGenuine };
