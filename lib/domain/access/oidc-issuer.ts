import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  ResponseBodyError,
  type ServerMetadata,
} from 'openid-client';
import { isSafeUrl } from '@/lib/contract/fields';

/** The limit applies to each request to an issuer, with its response. */
const timeoutSeconds = 5;
const maxResponseBytes = 1_000_000;
const metadataTtlMs = 10 * 60 * 1000;

const metadataCache = new LRUCache<string, ServerMetadata>({
  max: 100,
  ttl: metadataTtlMs,
  fetchMethod: (issuer) => fetchMetadata(issuer),
});

/** The metadata of an issuer, at most ten minutes old. Rejects as `fetchMetadata` does. */
export function getMetadata(issuer: string): Promise<ServerMetadata> {
  return metadataCache.forceFetch(issuer);
}

/** Fetches the metadata of an issuer. Rejects if they are those of another one, or lack an endpoint. */
export async function fetchMetadata(issuer: string): Promise<ServerMetadata> {
  const extensions = isHttp(issuer) ? [allowInsecureRequests] : [];
  const options = { timeout: timeoutSeconds, execute: extensions, [customFetch]: fetchFromIssuer };
  // The client does not matter here.
  const found = discovery(new URL(issuer), 'any', undefined, None(), options);
  const configuration = await found.catch((error: Error) => {
    const { attribute, body } = { ...(error.cause as { attribute?: string; body?: { issuer: string } }) };
    throw attribute === 'issuer' && body ? createOtherIssuerError(body.issuer) : error;
  });
  const metadata: ServerMetadata = configuration.serverMetadata();
  // The client accepts a few issuers for all tenants of a provider.
  if (new URL(metadata.issuer).href !== new URL(issuer).href) throw createOtherIssuerError(metadata.issuer);
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  for (const [name, url] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })) {
    if (!url || !isSafeUrl(url)) throw new Error(`The metadata has no valid ${name}.`);
  }
  return metadata;
}

const createOtherIssuerError = (issuer: string) => new Error(`It is that of another issuer: ${issuer}`);

/** A client of an issuer. It has no keys yet: each sign-in fetches them, so that removed ones are not accepted. */
export function createConfiguration(
  metadata: ServerMetadata,
  { clientId, clientSecret }: { clientId: string; clientSecret: string | null },
): Configuration {
  const authentication = selectAuthentication(metadata, clientSecret);
  const configuration = new Configuration(metadata, clientId, undefined, authentication);
  configuration.timeout = timeoutSeconds;
  configuration[customFetch] = fetchFromIssuer;
  if (isHttp(metadata.issuer)) allowInsecureRequests(configuration);
  // Verify the signature of the ID token, although it comes from the issuer itself.
  enableNonRepudiationChecks(configuration);
  return configuration;
}

/** `client_secret_basic` is the default of the specification. */
function selectAuthentication(
  { token_endpoint_auth_methods_supported: methods }: ServerMetadata,
  clientSecret: string | null,
): ClientAuth {
  if (clientSecret === null) return None();
  const hasBasic = !methods || methods.includes('client_secret_basic');
  return hasBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}

const isHttp = (url: string) => url.startsWith('http:');

/** Redirects are not followed. */
const fetchFromIssuer: CustomFetch = async (url, options) => {
  // Only an operator configures an issuer, so that other addresses need not be public.
  if (!isSafeUrl(url)) throw new Error('Requests to this address are not allowed.');
  const { body, status, headers } = await fetch(url, {
    ...(options as RequestInit),
    redirect: 'manual',
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error(`The response has more than ${maxResponseBytes} bytes.`);
  }
  return new Response(size > 0 ? Buffer.concat(chunks) : null, { status, headers });
};

/** Codes of the client for an issuer that does not work, rather than one that rejects, or is not accepted. */
const outageCodes = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

/** Whether an error of a request to an issuer is an outage. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500;
  return error instanceof TypeError || outageCodes.includes(readCode(error));
}

/** An error of a request to an issuer in a line, without what the response had: that can be a token. */
export function describeIssuerError(error: unknown): string {
  if (error instanceof ResponseBodyError) {
    const { status, error: code, error_description: description = '' } = error;
    return `status ${status}, ${code} ${description}`.trim();
  }
  if (!(error instanceof Error)) return String(error);
  if (readCode(error) === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && error.cause instanceof Response) {
    return `status ${error.cause.status}`;
  }
  // The cause is the failed connection, or the check that failed. Deeper ones can quote what was parsed.
  const causes = [error, error.cause].filter((each) => each instanceof Error);
  const details = causes.map((each) => each.message || (each as NodeJS.ErrnoException).code);
  return [...new Set(details)].join(': ');
}

function readCode(error: unknown): string {
  return error instanceof ClientError ? (error.code ?? '') : '';
}
