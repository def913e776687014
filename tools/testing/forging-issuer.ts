import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

export interface ForgingIssuer {
  issuer: string;
  /** The keys that it publishes. */
  keys: SigningKey[];
  /** The key that signs. It is null for tokens without a signature. */
  key: SigningKey | null;
  /** What it makes of the claims of an ID token. */
  forge: (claims: JWTPayload) => JWTPayload;
  /** What it adds to its metadata. */
  metadata: Record<string, unknown>;
  /** Responds in place of an endpoint. Returns false for all other requests. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The paths of the requests so far. */
  requested: string[];
  /** The last body of the token endpoint. */
  tokenRequest: URLSearchParams | null;
  close(): Promise<void>;
}

/** Creates a key of an issuer. */
export async function createSigningKey(kid: string): Promise<SigningKey> {
  return { kid, ...(await generateKeyPair('RS256')) };
}

/**
 * Starts an issuer on a local port whose tokens can be wrong. Its authorization endpoint logs in at once; the code has the nonce
 * of the request.
 */
export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const key = await createSigningKey('first');
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', forger.issuer);
    forger.requested.push(pathname);
    if (forger.intercept(request, response)) return;
    const respondJson = (body: unknown) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return respondJson({ ...getMetadata(forger.issuer), ...forger.metadata });
      case '/auth': {
        const target = new URL(searchParams.get('redirect_uri') ?? '');
        const state = searchParams.get('state') ?? '';
        target.search = String(new URLSearchParams({ code: searchParams.get('nonce') ?? '', state }));
        return response.writeHead(303, { Location: target.href }).end();
      }
      case '/token': {
        forger.tokenRequest = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
        return respondJson({
          ...{ access_token: 'access-token-of-test', token_type: 'Bearer', expires_in: 60 },
          id_token: await createIdToken(forger, forger.tokenRequest),
        });
      }
      case '/jwks': {
        const keys = forger.keys.map(async ({ kid, publicKey }) => ({
          ...(await exportJWK(publicKey)),
          kid,
        }));
        return respondJson({ keys: await Promise.all(keys) });
      }
      default:
        return response.writeHead(404).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const forger: ForgingIssuer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: [key],
    key,
    forge: (claims) => claims,
    metadata: {},
    intercept: () => false,
    requested: [],
    tokenRequest: null,
    close: () => closeServer(server),
  };
  return forger;
}

/** Closes a server with its connections. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function getMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}

async function createIdToken(
  { issuer, key, forge }: ForgingIssuer,
  request: URLSearchParams,
): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  const claims = forge({
    ...{ iss: issuer, sub: 'ada', aud: 'plans', iat: seconds, exp: seconds + 60 },
    ...{ nonce: request.get('code'), name: 'Ada Adler', groups: ['product-team'] },
  });
  if (!key) return new UnsecuredJWT(claims).encode();
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey);
}
