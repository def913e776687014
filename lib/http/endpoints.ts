import { operations } from '@/lib/contract/operations';
import type { protocolPaths } from '@/lib/contract/paths';
import { operationHandlers } from './handlers';
import { createEndpoint, type Endpoint, type Route } from './pipeline/endpoint';
import { handleEmbedScript } from './protocols/embed-script';
import { handleMcp, mcpProtocol } from './protocols/mcp';
import { handleFlag, handleFlags, ofrepProtocol } from './protocols/ofrep';
import { handleDemoSignIn, handlePortalLink, handleSignOut } from './protocols/portal';
import { respondWithFile } from './protocols/public-files';
import { handleSetup } from './protocols/setup';
import { handleKeySet } from './protocols/signed-entitlements';
import { handleStaffSignIn, handleStaffSignInCallback } from './protocols/staff-sign-in';

type ProtocolPath = (typeof protocolPaths)[number];
type OperationPath = (typeof operations)[keyof typeof operations]['path'];

const protocols: Record<ProtocolPath, Omit<Route, 'path'>> = {
  '/api/portal/demo': { method: 'POST', handler: handleDemoSignIn },
  '/api/portal/setup': { method: 'POST', handler: handleSetup },
  '/api/portal/sign-out': { method: 'POST', handler: handleSignOut },
  '/enter': { method: 'GET', handler: handlePortalLink },
  '/sign-in/oidc': { method: 'GET', handler: handleStaffSignIn },
  '/sign-in/oidc/callback': { method: 'GET', handler: handleStaffSignInCallback },
  '/embed.js': { method: 'GET', handler: handleEmbedScript },
  '/.well-known/jwks.json': { method: 'GET', handler: handleKeySet },
  '/ofrep/v1/evaluate/flags': { method: 'POST', handler: handleFlags, protocol: ofrepProtocol },
  '/ofrep/v1/evaluate/flags/:key': { method: 'POST', handler: handleFlag, protocol: ofrepProtocol },
  '/mcp': { method: 'POST', handler: handleMcp, protocol: mcpProtocol },
  '/llms.txt': { method: 'GET', handler: (request) => respondWithFile(request, '/llms.txt') },
  '/docs/:name': { method: 'GET', handler: (request, { name }) => respondWithFile(request, `/docs/${name}`) },
  '/docs/decisions/:name': {
    method: 'GET',
    handler: (request, { name }) => respondWithFile(request, `/docs/decisions/${name}`),
  },
  '/schemas/:name': {
    method: 'GET',
    handler: (request, { name }) => respondWithFile(request, `/schemas/${name}`),
  },
};

/** All endpoints of the API server, by path. */
export const endpoints = createEndpoints();

function createEndpoints(): Record<OperationPath | ProtocolPath, Endpoint> {
  const routes = new Map<string, [Route, ...Route[]]>();
  for (const operation of Object.values(operations)) {
    const { method, path } = operation;
    const route = { method, path, handler: operationHandlers.get(operation)! };
    routes.set(path, [...(routes.get(path) ?? []), route]);
  }
  for (const [path, protocol] of Object.entries(protocols)) routes.set(path, [{ ...protocol, path }]);
  const created = Array.from(routes, ([path, each]) => [path, createEndpoint(each)]);
  return Object.fromEntries(created);
}
