import { parse, serialize } from 'cookie';
import { isPagePath } from '@/lib/contract/portal-sessions';
import { type SignInProblem, staffSignInPaths } from '@/lib/contract/staff-sign-in';
import { startSession } from '@/lib/domain/access/portal-sessions';
import {
  completeStaffSignIn,
  type SignInAttempt,
  StaffSignInError,
  startStaffSignIn,
} from '@/lib/domain/access/staff-sign-in';
import { findStaffSignIn } from '@/lib/domain/access/staff-sign-in-settings';
import type { AppCaller } from '@/lib/domain/caller';
import { toApiError } from '@/lib/domain/to-api-error';
import type { RequestContext } from '@/lib/server/process/request-context';
import { getService } from '@/lib/server/process/runtime';
import {
  authenticate,
  cookieAttributes,
  publicOrigin,
  serializeSessionCookie,
} from '../pipeline/authenticate';
import type { Handler } from '../pipeline/endpoint';
import { type ApiResponse, redirectResponse } from '../pipeline/response';

const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** Redirects to the issuer of the app. `path` is the page to open afterwards. */
export const handleStaffSignIn: Handler = (request, _, context) =>
  withClient(request, context, async (client) => {
    const path = new URL(request.url).searchParams.get('path') ?? '';
    const { url, attempt } = await startStaffSignIn(getService(), client, getRedirectUri(request));
    const cookie = serializeAttempt({ ...attempt, path: isPagePath(path) ? path : '/' });
    return redirectResponse(url, { ...headers, 'Set-Cookie': cookie });
  });

/** Completes a sign-in at the issuer, starts a session, and redirects to its first page; to an error page if it failed. */
export const handleStaffSignInCallback: Handler = (request, _, context) =>
  withClient(request, context, async (client, app) => {
    const service = getService();
    const { search, searchParams } = new URL(request.url);
    const attempt = parseAttempt(request.headers.get('cookie'), service.now());
    if (!attempt || attempt.state !== searchParams.get('state')) return redirectToProblem('expired');
    const completed = completeStaffSignIn(service, client, getRedirectUri(request), { search, attempt });
    const cookies = [clearedAttempt];
    try {
      const user = { ...(await completed), accountId: null };
      const { secret, expiresAt } = await service.health.guard(
        startSession(service, app, user, { audited: true }),
      );
      cookies.push(serializeSessionCookie(secret, expiresAt));
      return { ...redirectResponse(attempt.path, headers), cookies };
    } catch (error) {
      return { ...reportProblem(error, context), cookies };
    }
  });

/** Responds as `handler` does, with an error page if it throws, and with `/sign-in` for an app without OpenID Connect. */
async function withClient(
  request: Request,
  context: RequestContext,
  handler: (
    client: NonNullable<Awaited<ReturnType<typeof findStaffSignIn>>>,
    app: AppCaller['app'],
  ) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  // Link checkers send HEAD. They must not redeem a code.
  if (request.method === 'HEAD') return redirectResponse(staffSignInPaths.page, headers);
  try {
    await context.addressLimit;
    const service = getService();
    const { app } = await authenticate(new Headers({ host: request.headers.get('host') ?? '' }));
    const client = app && (await service.health.guard(findStaffSignIn(service, app.id)));
    return client ? await handler(client, app) : redirectResponse(staffSignInPaths.page, headers);
  } catch (error) {
    return reportProblem(error, context);
  }
}

/** Redirects to the page of an error. The cause is logged, unless it is an exceeded limit or the user. */
function reportProblem(thrown: unknown, context: RequestContext): ApiResponse {
  if (thrown instanceof StaffSignInError) {
    const { problem } = thrown;
    if (problem !== 'denied' && problem !== 'no-role') context.error = thrown;
    return redirectToProblem(problem);
  }
  const { code, cause } = toApiError(thrown);
  if (code !== 'too_many_requests') context.error = cause;
  return redirectToProblem('unavailable');
}

function redirectToProblem(problem: SignInProblem): ApiResponse {
  return redirectResponse(`${staffSignInPaths.page}/${problem}`, headers);
}

function getRedirectUri({ headers }: Request): string {
  return publicOrigin(headers) + staffSignInPaths.callback;
}

interface StoredAttempt extends SignInAttempt {
  /** The page to open. */
  path: string;
}

const attemptCookieName = '__Host-app-versions-sign-in';
const attemptTtlMs = 10 * 60 * 1000;

/** A `Set-Cookie` header with an attempt, of which a browser has one. It is not a secret from the browser's own user. */
function serializeAttempt(attempt: StoredAttempt): string {
  const content = JSON.stringify({ ...attempt, startedAt: getService().now().getTime() });
  const value = Buffer.from(content).toString('base64url');
  return serialize(attemptCookieName, value, { ...cookieAttributes, maxAge: attemptTtlMs / 1000 });
}

const clearedAttempt = serialize(attemptCookieName, '', { ...cookieAttributes, maxAge: 0 });

/** The attempt of a `Cookie` header. It is null without one, for one that is older than ten minutes, and a malformed one. */
function parseAttempt(cookie: string | null, now: Date): StoredAttempt | null {
  const value = parse(cookie ?? '')[attemptCookieName];
  if (!value) return null;
  try {
    const content = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
    const { state, nonce, verifier, path, startedAt } = content ?? {};
    const isComplete = [state, nonce, verifier, path].every(
      (text) => typeof text === 'string' && text !== '',
    );
    const ageMs = now.getTime() - Number(startedAt);
    if (!isComplete || !isPagePath(path) || !(ageMs < attemptTtlMs)) return null;
    return { state, nonce, verifier, path };
  } catch {
    return null;
  }
}
