import { handleEmbedScript } from '@/lib/http/embed-script';
import { endpoint } from '@/lib/http/endpoint';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  method: 'GET',
  path: '/embed.js',
  handler: handleEmbedScript,
});
