import { z } from 'zod';
import type { AccountFeature } from './features';
import { dataEnvelope, unixSeconds } from './fields';

/** Seconds from `iat` to `exp`. */
export const entitlementsLifetime = 5 * 60;
/** Seconds from `iat` to `max_stale`. */
export const entitlementsMaxStale = 24 * 60 * 60;

/** `typ` of the header of the token. */
export const entitlementsTokenType = 'entitlements+jwt';

/** The payload of the token. Times are Unix seconds. */
export interface SignedEntitlementsClaims {
  /** Origin of this server. */
  iss: string;
  /** Slug of the app. */
  aud: string;
  /** Account ID. */
  sub: string;
  external_id: string | null;
  iat: number;
  /** When to request another token. */
  exp: number;
  /** Until when the token may be used if the server does not respond. */
  max_stale: number;
  /** This is `payload` of `GET /account/features`. */
  features: AccountFeature[];
}

/** `GET /account/signed-entitlements`. */
export const signedEntitlementsSchema = dataEnvelope({
  token: z.string().describe('JWS in the compact serialization, signed with EdDSA (Ed25519).'),
  expires_at: unixSeconds.describe('`exp` of the token. Unix timestamp in seconds.'),
  max_stale_at: unixSeconds.describe('`max_stale` of the token. Unix timestamp in seconds.'),
});

/** `GET /.well-known/jwks.json` (RFC 7517, RFC 8037). */
export interface JsonWebKeySet {
  keys: { kty: 'OKP'; crv: 'Ed25519'; x: string; kid: string; alg: 'EdDSA'; use: 'sig' }[];
}

export type SignedEntitlements = z.infer<typeof signedEntitlementsSchema>;
