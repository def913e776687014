import { endpoint } from '@/lib/http/endpoint';
import { handleSetup } from '@/lib/http/setup';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  path: '/api/portal/setup',
  handler: handleSetup,
});
