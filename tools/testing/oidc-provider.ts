import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { type ClientMetadata, type InteractionResults, Provider } from 'oidc-provider';
import { closeServer } from './forging-issuer';

/** A user of the provider. Its name and groups are claims of the UserInfo endpoint only. */
interface ProviderUser {
  name: string;
  groups: string | string[];
}

export interface OidcProvider {
  issuer: string;
  /** Replaces the key that signs tokens. */
  rotateKey(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a real OpenID provider on a local port. Its login page has a button for each user, and one to deny access. It requires
 * PKCE.
 */
export async function startOidcProvider(
  users: Record<string, ProviderUser>,
  clients: ClientMetadata[],
): Promise<OidcProvider> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let provider = await createProvider(issuer, users, clients);
  server.on('request', (request, response) => {
    const isLogin = request.url?.startsWith('/login/');
    if (isLogin) void respondToLogin(provider, Object.keys(users), request, response);
    else void provider.callback()(request, response);
  });
  return {
    issuer,
    rotateKey: async () => {
      provider = await createProvider(issuer, users, clients);
    },
    close: () => closeServer(server),
  };
}

async function createProvider(
  issuer: string,
  users: Record<string, ProviderUser>,
  clients: ClientMetadata[],
): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return new Provider(issuer, {
    clients,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    scopes: ['openid', 'groups'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...users[id] }) }),
    // Everyone consents.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
}

/** The login page, and what its buttons do. */
async function respondToLogin(
  provider: Provider,
  users: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    const user = form.get('user') ?? '';
    const result: InteractionResults = users.includes(user)
      ? { login: { accountId: user } }
      : { error: 'access_denied', error_description: 'The user denied access.' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return;
  }
  const buttons = [...users, 'Deny'].map((user) => `<button name="user" value="${user}">${user}</button>`);
  response.writeHead(200, { 'Content-Type': 'text/html' });
  response.end(`<!doctype html><title>Log in</title><form method="post">${buttons.join('')}</form>`);
}
