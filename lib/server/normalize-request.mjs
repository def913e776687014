/**
 * Removes from a request what its client may not decide, before Next and the API server use it:
 * - the origin of a target such as `http://host.example/path`. Only the path is used; Next would redirect to that origin;
 * - `X-Forwarded-Host` and `X-Forwarded-Port`, from which Next derives URLs, and without trusted proxies
 *   `X-Forwarded-Proto`. The host name is that of `Host`.
 *
 * Appends the client's address to `X-Forwarded-For`, as each proxy does. Entries that a client sends come before it and
 * are not trusted.
 * @param {import('node:http').IncomingMessage} request
 * @param {{ trustedProxies: number }} options
 */
export function normalizeRequest(request, { trustedProxies }) {
  const { headers, rawHeaders, socket, url = '/' } = request;
  request.url = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-port'];
  if (trustedProxies === 0) delete headers['x-forwarded-proto'];

  const forwardedFor = headers['x-forwarded-for'];
  const address = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = forwardedFor ? `${forwardedFor}, ${address}` : address;
  rawHeaders.push('X-Forwarded-For', address);
}
