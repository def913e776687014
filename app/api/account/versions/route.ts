import { endpoints } from '@/lib/http/endpoints';
import { exportMethods } from '@/lib/http/pipeline/endpoint';

/** `GET` is `listVersionHistory` of lib/http/handlers/history.ts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportMethods(
  endpoints['/api/account/versions'],
);
