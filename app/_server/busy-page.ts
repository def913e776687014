import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'cookie';
import { findLocale } from '@/components/i18n/find-locale';
import { getLanguage } from '@/components/i18n/languages';
import { isTheme, themeCookie } from '@/components/i18n/preference-cookie';
import { languageCookie } from '@/lib/contract/page-languages';
import { isSecure } from '@/lib/http/pipeline/authenticate';
import { securityHeaders } from '@/lib/http/pipeline/security-headers';
import { logPageError, logRequest, startedAtHeader } from '@/lib/server/process/log';
import { createRequestContext } from '@/lib/server/process/request-context';
import { createUnavailablePage } from './unavailable-page';

/**
 * Responds 503 to the request of a page while too many others wait (lib/server/pages/page-queue.mjs) or no page worker
 * responds, or because of `failure`, an error of the database.
 */
export function sendBusyPage(
  { headers: requestHeaders, method }: IncomingMessage,
  response: ServerResponse,
  failure?: { error: unknown; startedAt: number },
): void {
  const context = createRequestContext('/*', method ?? 'GET');
  const cookies = parse(requestHeaders.cookie ?? '');
  const theme = cookies[themeCookie];
  const locale = findLocale(cookies[languageCookie], requestHeaders['accept-language'] ?? null);
  const { status, headers, body } = createUnavailablePage({
    language: getLanguage(locale),
    theme: isTheme(theme) ? theme : 'system',
  });
  const forwardedProto = requestHeaders['x-forwarded-proto'];
  response.writeHead(status, {
    ...securityHeaders(isSecure(forwardedProto === undefined ? null : String(forwardedProto))),
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': context.id,
  });
  response.end(body);
  if (!failure) {
    logRequest(context, { status });
    return;
  }
  logPageError(failure.error, {
    method: context.method,
    route: context.route,
    status,
    headers: new Headers({ 'X-Request-Id': context.id, [startedAtHeader]: String(failure.startedAt) }),
    hasSession: false,
  });
}
