import { endpoint } from '@/lib/http/endpoint';
import { signOut } from '@/lib/http/sign-out';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/portal/sign-out', {
  POST: signOut,
});
