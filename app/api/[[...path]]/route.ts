import { createRouter } from '@/lib/http/api-server';
import { exportMethods } from '@/lib/http/endpoint';
import { endpoints } from '@/lib/http/endpoints';

const router = createRouter(Object.values(endpoints));

/** All endpoints without a route file of their own, and 404 for other paths. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = exportMethods((request: Request) =>
  router.fetch(request),
);
