import { Problem } from '@/lib/contract/errors';
import { endpoint } from '@/lib/http/endpoint';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/*', {
  any: async () => {
    throw new Problem('not_found', 'There is nothing under this address.');
  },
});
