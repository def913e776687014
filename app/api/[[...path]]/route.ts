import { createRouter } from '@/lib/http/api-server';
import { endpoints } from '@/lib/http/endpoints';
import { exportMethods } from '@/lib/http/pipeline/endpoint';

const router = createRouter(Object.values(endpoints));

/** All endpoints without a route file of their own, and 404 for other paths. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportMethods((request: Request) =>
  router.fetch(request),
);
