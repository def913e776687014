import { getRequestListener } from '@hono/node-server';

// Node's own Response costs several times what it takes to look an answer up and send it. Hono's server has a light one,
// which it gives away only by putting it in the place of Node's for the whole process. Next would get it too; so it is
// put back at once, and the server's build of the interface (lib/ops/start/bundle.ts) uses this one by name.
const { Request: nodesRequest, Response: nodesResponse } = globalThis;
getRequestListener(() => new nodesResponse());
const { Response: light } = globalThis;
Object.assign(globalThis, { Request: nodesRequest, Response: nodesResponse });

export { light as Response };
