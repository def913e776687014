import { endpoint } from '@/lib/http/endpoint';
import { respondWithFile } from '@/lib/http/public-files';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  path: '/llms.txt',
  handler: async (request) => respondWithFile(request, '/llms.txt'),
});
