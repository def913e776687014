import { mountRoutes } from '@/lib/http/mount-routes';
import { noRoute, routes } from './routes';

// The server's build of the interface begins here: lib/ops/start/bundle.ts.
export const answerInterface = mountRoutes(routes, noRoute);
