import { describeApi } from '@/lib/contract/openapi/describe-api';
import { endpoint } from '@/lib/http/endpoint';
import { json } from '@/lib/http/respond';

const description = describeApi();

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/openapi.json', {
  GET: async () => json(description),
});
