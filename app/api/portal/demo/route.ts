import { endpoint } from '@/lib/http/endpoint';
import { handleDemoSignIn } from '@/lib/http/portal';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  path: '/api/portal/demo',
  handler: handleDemoSignIn,
});
