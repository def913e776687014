import { endpoint } from '@/lib/http/endpoint';
import { handleKeySet } from '@/lib/http/signed-entitlements';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  handler: handleKeySet,
});
