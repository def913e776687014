import { operations } from './operations';
import { staffSignInPaths } from './staff-sign-in';

/** The paths of the API server that are not operations: targets of forms, a script, public files and other protocols. */
export const protocolPaths = [
  '/api/portal/demo',
  '/api/portal/setup',
  '/api/portal/sign-out',
  '/enter',
  staffSignInPaths.start,
  staffSignInPaths.callback,
  '/embed.js',
  '/.well-known/jwks.json',
  '/ofrep/v1/evaluate/flags',
  '/ofrep/v1/evaluate/flags/:key',
  '/mcp',
  '/llms.txt',
  '/docs/:name',
  '/docs/decisions/:name',
  '/schemas/:name',
] as const;

/** The paths that an operation is served at. Those of the specification are also served without `/api` (docs/spec.md). */
export function listPaths(path: string): string[] {
  return /^\/api\/(app|account)(\/|$)/.test(path) ? [path, path.slice('/api'.length)] : [path];
}

/** `api` and `protocol` are served by the API server, `page` and `file` by Next. `nothing` is 404, whatever the method. */
export type PathServer = 'api' | 'protocol' | 'page' | 'file' | 'nothing';

const operationPaths = Object.values(operations).flatMap(({ path }) => listPaths(path));
/** `/api`, `/app` and `/account`. The API responds to all paths below them. */
const apiRoots = new Set(operationPaths.map((path) => path.split('/')[1]));

/** The first row that matches says who serves a path. */
const pathServers: [RegExp, PathServer][] = [
  [matchAny([...apiRoots].map((root) => `/${root}(/.*)?`)), 'api'],
  // Next decodes a path. With other characters or `..` it can be that of a page.
  [/^\/_next\/static\/(?!.*\.\.)[\w./~-]+$/, 'file'],
  [/^\/icon\.svg$/, 'file'],
  // Next has an image optimizer there, for example. Nothing uses it.
  [/^\/_next\/(?!static\/)/, 'nothing'],
  [/^\/docs\/reference\//, 'page'],
  [/^\/(docs\/.|schemas\/.|ofrep(\/|$))/, 'protocol'],
  [matchAny(protocolPaths.filter((path) => !path.includes(':')).map(escapeDots)), 'protocol'],
  // Next has a page for unknown paths.
  [/^\//, 'page'],
];

/** Who serves a path, without its query. */
export function findServer(path: string): PathServer {
  return pathServers.find(([pattern]) => pattern.test(path))?.[1] ?? 'nothing';
}

/** The path of a request target. */
export function parsePath(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}

function matchAny(patterns: string[]): RegExp {
  return new RegExp(`^(${patterns.join('|')})$`);
}

function escapeDots(path: string): string {
  return path.replaceAll('.', '\\.');
}
