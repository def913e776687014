import { endpoint } from '@/lib/http/endpoint';
import { handleFlags, ofrepProtocol } from '@/lib/http/ofrep';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags',
  handler: handleFlags,
  protocol: ofrepProtocol,
});
