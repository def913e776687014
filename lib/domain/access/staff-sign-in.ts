import { createHash } from 'node:crypto';
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { StaffRole } from '@/lib/contract/current-user';
import { isDisplayName } from '@/lib/contract/display-text';
import { isStorableText } from '@/lib/contract/fields';
import type { SignInProblem } from '@/lib/contract/staff-sign-in';
import type { OidcClient } from '@/lib/db/access';
import type { Service } from '../service';
import { createConfiguration, describeIssuerError, getMetadata, isOutage } from './oidc-issuer';
import { decryptClientSecret } from './staff-sign-in-settings';

/** What binds a sign-in to the browser that started it. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  /** This is the verifier of PKCE. */
  verifier: string;
}

/** Who signed in. */
export interface StaffUser {
  /** An ID that is made of the issuer and its subject. */
  id: string;
  name: string;
  role: StaffRole;
}

/** A sign-in that failed, and with which page it ends. The message is for the log and has no tokens. */
export class StaffSignInError extends Error {
  override name = 'StaffSignInError';
  constructor(
    readonly problem: SignInProblem,
    message: string,
  ) {
    super(message);
  }
}

/** The scopes that every sign-in requests. */
export const defaultScopes = ['openid', 'profile', 'email'];

type Keys = Pick<Service, 'webhooks'>;

/** Starts a sign-in: returns the URL of the issuer to redirect to. Throws a `StaffSignInError`. */
export async function startStaffSignIn(
  service: Keys,
  client: OidcClient,
  redirectUri: string,
): Promise<{ url: string; attempt: SignInAttempt }> {
  const configuration = await openConfiguration(service, client);
  const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: [...new Set([...defaultScopes, ...client.scopes])].join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, attempt };
}

/**
 * Completes a sign-in with the query string that the issuer has sent the browser back with. Throws a `StaffSignInError` if the
 * issuer refused, if its response or its token is not valid, and if the user has no role.
 */
export async function completeStaffSignIn(
  service: Keys,
  client: OidcClient,
  redirectUri: string,
  { search, attempt }: { search: string; attempt: SignInAttempt },
): Promise<StaffUser> {
  const configuration = await openConfiguration(service, client);
  const claims = await readClaims(configuration, client, Object.assign(new URL(redirectUri), { search }), {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
  }).catch((error: unknown) => {
    throw toSignInError(error);
  });
  const role = findRole(claims, client);
  if (!role) throw new StaffSignInError('no-role', 'The user has no value that gives a role.');
  const name = findName(claims);
  if (name === null || !isStorableText(claims.sub)) {
    throw new StaffSignInError('invalid', 'The user has no valid name or subject.');
  }
  return { id: getUserId(claims), name, role };
}

async function openConfiguration({ webhooks }: Keys, client: OidcClient): Promise<Configuration> {
  try {
    const metadata = await getMetadata(client.issuer);
    const clientSecret = decryptClientSecret(webhooks.secretsKey, client);
    return createConfiguration(metadata, { clientId: client.clientId, clientSecret });
  } catch (error) {
    throw new StaffSignInError('unavailable', describeIssuerError(error));
  }
}

/** The claims of the ID token. Some issuers have groups and names at the UserInfo endpoint only, which completes them. */
async function readClaims(
  configuration: Configuration,
  { roleClaim }: Pick<OidcClient, 'roleClaim'>,
  callback: URL,
  checks: Parameters<typeof authorizationCodeGrant>[2],
): Promise<IDToken> {
  const tokens = await authorizationCodeGrant(configuration, callback, checks);
  const claims = tokens.claims();
  // The nonce requires an ID token.
  if (!claims) throw new Error('There is no ID token.');
  const isComplete = claims[roleClaim] !== undefined && findName(claims) !== claims.sub;
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const userInfo = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...userInfo, ...claims };
}

/** The role that the claim gives. It is product for values of both. */
export function findRole(
  claims: Record<string, unknown>,
  {
    roleClaim,
    productValues,
    supportValues,
  }: Pick<OidcClient, 'roleClaim' | 'productValues' | 'supportValues'>,
): StaffUser['role'] | null {
  const claim = claims[roleClaim];
  const values = Array.isArray(claim) ? claim : [claim];
  if (productValues.some((value) => values.includes(value))) return 'product';
  return supportValues.some((value) => values.includes(value)) ? 'support' : null;
}

const maxNameLength = 200;

/** The first of these claims that can be shown. */
function findName({ name, preferred_username, email, sub }: IDToken): string | null {
  const texts = [name, preferred_username, email, sub].filter((value) => typeof value === 'string');
  const names = texts.map((text) => [...text.trim()].slice(0, maxNameLength).join(''));
  return names.find((text) => text !== '' && isDisplayName(text) && isStorableText(text)) ?? null;
}

const maxUserIdLength = 200;

/** An issuer has no fragment. A long ID is replaced by its digest. */
function getUserId({ iss, sub }: IDToken): string {
  const id = `${iss}#${sub}`;
  return id.length <= maxUserIdLength ? id : createHash('sha256').update(id).digest('base64url');
}

/** What errors of the authorization endpoint mean. Others are mistakes in the settings. */
const responseProblems = new Map<string, SignInProblem>([
  ['access_denied', 'denied'],
  ['server_error', 'unavailable'],
  ['temporarily_unavailable', 'unavailable'],
]);

function toSignInError(error: unknown): StaffSignInError {
  if (error instanceof AuthorizationResponseError) {
    const { error: code, error_description: description = '' } = error;
    return new StaffSignInError(responseProblems.get(code) ?? 'invalid', `${code} ${description}`.trim());
  }
  return new StaffSignInError(isOutage(error) ? 'unavailable' : 'invalid', describeIssuerError(error));
}
