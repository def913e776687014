import { endpoint } from '@/lib/http/endpoint';
import { handleStaffSignIn } from '@/lib/http/staff-sign-in';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  path: '/sign-in/oidc',
  handler: handleStaffSignIn,
});
