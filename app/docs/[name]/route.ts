import { endpoint } from '@/lib/http/endpoint';
import { respondWithFile } from '@/lib/http/public-files';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  path: '/docs/:name',
  handler: async (request, { name }) => respondWithFile(request, `/docs/${name}`),
});
