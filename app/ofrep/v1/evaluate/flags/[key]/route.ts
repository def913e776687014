import { endpoint } from '@/lib/http/endpoint';
import { handleFlag, ofrepProtocol } from '@/lib/http/ofrep';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'POST',
  path: '/ofrep/v1/evaluate/flags/:key',
  handler: handleFlag,
  protocol: ofrepProtocol,
});
