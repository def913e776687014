import { ApiError } from '@/lib/contract/errors';
import { fieldError } from '@/lib/contract/operations/operation';
import { listDemoUsers } from '@/lib/domain/access/demo-users';
import { endSession, redeemPortalLink, startSession } from '@/lib/domain/access/portal-sessions';
import { toApiError } from '@/lib/domain/to-api-error';
import { getConfig } from '@/lib/server/process/config';
import type { RequestContext } from '@/lib/server/process/request-context';
import { getService } from '@/lib/server/process/runtime';
import {
  assertSameOrigin,
  authenticate,
  authenticatePage,
  clearedSessionCookie,
  parseSessionCookie,
  serializeSessionCookie,
} from '../pipeline/authenticate';
import { readText } from '../pipeline/parse-request';
import { type ApiResponse, redirectResponse } from '../pipeline/response';

const linkHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** Redeems a one-time sign-in link, starts a session and redirects to its first page; to an error page for an invalid link. */
export async function handlePortalLink(
  request: Request,
  _: unknown,
  context: RequestContext,
): Promise<ApiResponse> {
  // Link checkers send HEAD. They must not redeem the link.
  if (request.method === 'HEAD') return redirectResponse('/', linkHeaders);
  const link = new URL(request.url).searchParams.get('link') ?? '';
  try {
    await context.addressLimit;
    const service = getService();
    const session = await service.health.guard(redeemPortalLink(service, link));
    if (!session) return redirectResponse('/enter/expired', linkHeaders);
    const cookie = serializeSessionCookie(session.secret, session.expiresAt);
    return redirectResponse(session.path, { ...linkHeaders, 'Set-Cookie': cookie });
  } catch (thrown) {
    // The link is still valid, unless the connection was lost during the commit.
    const { code, cause } = toApiError(thrown);
    if (code !== 'too_many_requests') context.error = cause;
    return redirectResponse('/enter/later', linkHeaders);
  }
}

const maxFormBytes = 4096;

/** Signs in as a user of the demo, from the form of `/sign-in`. 404 outside the demo. */
export async function handleDemoSignIn(
  request: Request,
  _: unknown,
  context: RequestContext,
): Promise<ApiResponse> {
  if (!getConfig().demo) throw new ApiError('not_found', 'There is no endpoint at this URL.');
  assertSameOrigin(request.headers);
  await context.addressLimit;
  const form = new URLSearchParams(await readText(request, maxFormBytes));
  const userId = form.get('person');
  const { app } = await authenticate(new Headers({ host: request.headers.get('host') ?? '' }));
  const users = app ? await listDemoUsers(getService(), app) : [];
  const user = users.find(({ id }) => id === userId);
  if (!app || !user) {
    throw fieldError({
      field: 'person',
      code: 'parameter_invalid',
      message: 'person must be one of the demo users.',
    });
  }
  const { secret, expiresAt } = await startSession(getService(), app, user);
  return redirectResponse(formatPlansUrl(form), { 'Set-Cookie': serializeSessionCookie(secret, expiresAt) });
}

/** The plans page with the plan and the number of users that a visitor chose before signing in. */
function formatPlansUrl(form: URLSearchParams): string {
  const query = new URLSearchParams();
  const [plan = '', seats = '', period = ''] = ['plan', 'seats', 'period'].map(
    (name) => form.get(name) ?? '',
  );
  if (/^ver_[0-9a-z]+$/.test(plan)) query.set('switch', plan);
  if (/^[0-9]{1,7}$/.test(seats) && seats !== '1') query.set('seats', seats);
  if (/^(month|year)$/.test(period)) query.set('period', period);
  return query.size > 0 ? `/?${query}` : '/';
}

/** Ends the session and redirects to the plans. */
export async function handleSignOut(
  { headers }: Request,
  _: unknown,
  context: RequestContext,
): Promise<ApiResponse> {
  assertSameOrigin(headers);
  await context.addressLimit;
  const secret = parseSessionCookie(headers.get('cookie'));
  if (secret !== null) await endSession(getService(), await authenticatePage(headers), secret);
  return redirectResponse('/', {
    'Set-Cookie': clearedSessionCookie,
    // Also the back/forward cache, in some browsers. Others rely on components/shell/session-script.tsx.
    'Clear-Site-Data': '"cache"',
  });
}
