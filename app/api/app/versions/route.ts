import { endpoints } from '@/lib/http/endpoints';
import { exportMethods } from '@/lib/http/pipeline/endpoint';

/** `GET` is `listVersions` of lib/http/handlers/catalog.ts, `POST` is `switchVersion` of subscription.ts. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportMethods(endpoints['/api/app/versions']);
