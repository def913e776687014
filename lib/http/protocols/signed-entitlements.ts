import {
  entitlementsLifetime,
  entitlementsMaxStale,
  entitlementsTokenType,
  type JsonWebKeySet,
  type SignedEntitlements,
  type SignedEntitlementsClaims,
} from '@/lib/contract/signed-entitlements';
import type { AccountCaller } from '@/lib/domain/caller';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { getKeyId, listSigningKeys, signToken } from '@/lib/domain/entitlements/signing-keys';
import type { Service } from '@/lib/domain/service';
import { getService } from '@/lib/server/process/runtime';
import { publicOrigin, type RequestHeaders } from '../pipeline/authenticate';
import type { Handler } from '../pipeline/endpoint';
import { CachedResponse, parseConditionalHeaders } from '../pipeline/response-cache';
import { serializeAccountFeatures, toUnixSeconds } from '../serializers/serializers';

// Signed entitlements (docs/decisions/0042-signed-entitlements.md).

/** `GET /account/signed-entitlements`. Throws 501 if the server can't sign. */
export async function signEntitlements(
  service: Service,
  { app, account }: Pick<AccountCaller, 'app' | 'account'>,
  view: CatalogView,
  headers: RequestHeaders,
): Promise<SignedEntitlements['data']> {
  const iat = toUnixSeconds(service.now());
  const claims: SignedEntitlementsClaims = {
    iss: publicOrigin(headers),
    aud: app.slug,
    sub: account.id,
    external_id: view.state.externalId,
    iat,
    exp: iat + entitlementsLifetime,
    max_stale: iat + entitlementsMaxStale,
    features: serializeAccountFeatures(listEntitlements(view), {}, view).payload,
  };
  const token = await signToken(service, entitlementsTokenType, claims);
  return { token, expires_at: claims.exp, max_stale_at: claims.max_stale };
}

const keySetHeaders = {
  'Cache-Control': 'public, max-age=300',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Accept-Encoding',
};

/** `GET /.well-known/jwks.json`: the public keys, for everyone. */
export const handleKeySet: Handler = async (request, _, context) => {
  await context.addressLimit;
  const service = getService();
  const keys = await service.health.guard(listSigningKeys(service));
  const body: JsonWebKeySet = {
    keys: keys.map(({ publicKey: x }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      kid: getKeyId(x),
      alg: 'EdDSA',
      use: 'sig',
    })),
  };
  const response = new CachedResponse(body).getResponse(parseConditionalHeaders(request.headers));
  return { ...response, headers: { ...response.headers, ...keySetHeaders } };
};
