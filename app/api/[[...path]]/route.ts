import { Problem } from '@/lib/contract/errors';
import { endpoint } from '@/lib/http/endpoint';

const refuse = async () => {
  throw new Problem('not_found', 'There is nothing under this address.');
};

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/*', {
  GET: refuse,
  POST: refuse,
  PUT: refuse,
  PATCH: refuse,
  DELETE: refuse,
  OPTIONS: refuse,
});
