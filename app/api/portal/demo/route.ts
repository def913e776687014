import { enterDemo } from '@/lib/http/demo';
import { endpoint } from '@/lib/http/endpoint';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/portal/demo', {
  POST: enterDemo,
});
