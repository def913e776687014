import { exportMethods } from '@/lib/http/endpoint';
import { endpoints } from '@/lib/http/endpoints';

/** `GET` is `listVersions` of lib/http/handlers/catalog.ts, `POST` is `switchVersion` of subscription.ts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportMethods(endpoints['/api/app/versions']);
