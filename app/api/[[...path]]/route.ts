import { ApiError } from '@/lib/contract/errors';
import { endpoint } from '@/lib/http/endpoint';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'any',
  path: '/api/*',
  handler: async () => {
    throw new ApiError('not_found', 'There is no endpoint at this URL.');
  },
});
