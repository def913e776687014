import { endpoint } from '@/lib/http/endpoint';
import { handlePortalLink } from '@/lib/http/portal';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  path: '/enter',
  handler: handlePortalLink,
});
