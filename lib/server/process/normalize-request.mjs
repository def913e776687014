import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';

/**
 * Removes from a request what its client may not decide, before Next and the API server use it. All of them decide by the
 * same path, in which dot segments are resolved. Removed are
 * - the origin of a target such as `http://host.example/path`. Only the path is used; Next would redirect to that origin;
 * - `X-Forwarded-Host` and `X-Forwarded-Port`, from which Next derives URLs, and without trusted proxies
 *   `X-Forwarded-Proto`. The host name is that of `Host`;
 * - a `Next-Router-State-Tree` that Next can't parse, to which it would respond 500.
 *
 * Appends the client's address to `X-Forwarded-For`, as each proxy does. Entries that a client sends come before it and
 * are not trusted.
 * @param {import('node:http').IncomingMessage} request
 * @param {{ trustedProxies: number }} options
 */
export function normalizeRequest(request, { trustedProxies }) {
  const { headers, rawHeaders, socket, url = '/' } = request;
  const target = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const [path = ''] = target.split(/[?#]/, 1);
  request.url = resolvePath(path) + target.slice(path.length);
  delete headers['x-forwarded-host'];
  delete headers['x-forwarded-port'];
  if (trustedProxies === 0) delete headers['x-forwarded-proto'];
  if (!isRouterState(headers['next-router-state-tree'])) delete headers['next-router-state-tree'];

  const forwardedFor = headers['x-forwarded-for'];
  const address = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = forwardedFor ? `${forwardedFor}, ${address}` : address;
  rawHeaders.push('X-Forwarded-For', address);
}

/**
 * Resolves the dot segments of a path, also encoded ones, as URL parsers do. Unlike there, a backslash is no separator.
 * @param {string} path
 */
function resolvePath(path) {
  if (!path.startsWith('/')) return path;
  const escaped = path.replaceAll('\\', '%5C');
  if (!/\/(\.|%2e)/i.test(escaped)) return escaped;
  /** @type {string[]} */
  const resolved = [];
  const [, ...segments] = escaped.split('/');
  for (const [index, segment] of segments.entries()) {
    const dots = segment.replace(/%2e/gi, '.');
    const isDots = dots === '.' || dots === '..';
    if (!isDots) resolved.push(segment);
    else if (dots === '..') resolved.pop();
    // The path of a folder ends with a slash.
    if (isDots && index === segments.length - 1) resolved.push('');
  }
  return `/${resolved.join('/')}`;
}

/**
 * Whether a header is missing, or can be parsed by Next.
 * @param {string | string[] | undefined} header
 */
function isRouterState(header) {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}
