import { describeApi } from '@/lib/contract/openapi/describe-api';
import { json } from '@/lib/http/answer';
import { endpoint } from '@/lib/http/endpoint';

const description = describeApi();

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint('/api/openapi.json', {
  GET: async () => json(description),
});
