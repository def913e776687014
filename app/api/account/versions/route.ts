import { exportMethods } from '@/lib/http/endpoint';
import { endpoints } from '@/lib/http/endpoints';

/** `GET` is `listVersionHistory` of lib/http/handlers/history.ts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportMethods(
  endpoints['/api/account/versions'],
);
