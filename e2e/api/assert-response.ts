import { expect } from '@playwright/test';
import { type ApiErrorCode, apiErrors } from '@/lib/contract/errors';
import { commonHeaders } from '@/lib/contract/headers';
import {
  type OpenApiDocument,
  type OperationObject,
  type ResponseObject,
  resolveResponse,
} from '@/lib/contract/openapi/types';
import { createSchemaValidator, type SchemaValidator } from '@/tools/testing/schema-validator';

/** A request and its response. */
export interface HttpExchange {
  method: string;
  /** Path and query, or an absolute URL. */
  url: string;
  /** The parsed request body; undefined if there is none or it is not JSON. */
  requestBody?: unknown;
  status: number;
  headers: Record<string, string>;
  /** The response body. */
  text: string;
}

interface OpenApi {
  document: OpenApiDocument;
  schemas: SchemaValidator;
}

let servedOpenApi: Promise<OpenApi> | undefined;

/** Returns the OpenAPI document of the server under test. Each Playwright worker fetches it once. */
export function getOpenApi(): Promise<OpenApi> {
  servedOpenApi ??= fetch(new URL('/api/openapi.json', process.env.BASE_URL ?? 'http://localhost:3000'))
    .then((response) => response.json() as Promise<OpenApiDocument>)
    .then((document) => ({ document, schemas: createSchemaValidator(document) }));
  return servedOpenApi;
}

/** Fails the current test if a response does not conform to the OpenAPI document that the server serves. */
export async function assertResponse(exchange: HttpExchange): Promise<void> {
  const { method, url, status } = exchange;
  expect(await findResponseErrors(exchange), `${method} ${url} ${status}`).toEqual([]);
}

/**
 * Validates a response against the served OpenAPI document: status, media type, headers and every field of the body. If
 * the request succeeded, its body must match the request schema too. Returns one message per error.
 */
export async function findResponseErrors(exchange: HttpExchange): Promise<string[]> {
  const { document, schemas } = await getOpenApi();
  const pathname = getPathname(exchange.url);
  const formMethods = formEndpoints[pathname];
  if (formMethods) return findFormResponseErrors(schemas, formMethods, exchange);
  const route = findRoute(document, exchange.method, pathname);
  const { pointer, response } = findResponse(document, route, exchange.status);
  if (!response) return [`The document has no such response: ${exchange.text.slice(0, 500)}`];

  const errors = findHeaderErrors(document, schemas, response, exchange.headers);
  if (route.kind === 'method_not_allowed') errors.push(...findAllowErrors(exchange, route.methods));
  if (
    route.kind === 'operation' &&
    route.operation.requestBody &&
    exchange.status < 300 &&
    exchange.requestBody !== undefined
  ) {
    const schema = [...route.pointer, 'requestBody', 'content', 'application/json', 'schema'];
    errors.push(...schemas.validate(schema, exchange.requestBody).map((error) => `Request body: ${error}`));
  }
  const mediaType = getMediaType(exchange);
  if (exchange.status === 304) {
    return exchange.text === '' ? errors : [...errors, 'A 304 response has a body'];
  }
  if (!(mediaType in response.content)) return [...errors, `Media type ${mediaType} is not documented`];
  if (exchange.method === 'HEAD') return errors;
  const body = mediaType.endsWith('json') ? JSON.parse(exchange.text) : exchange.text;
  const schema = exchange.status < 400 ? [...pointer, 'content', mediaType, 'schema'] : problemPointer;
  errors.push(...schemas.validate(schema, body));
  return exchange.status < 400
    ? errors
    : [...errors, ...findErrorBodyErrors(exchange.status, body, response)];
}

/** The path as the server reads it: with resolved dot segments. A backslash is no slash, as in URL parsers. */
export function getPathname(url: string): string {
  return new URL(url.startsWith('/') ? `http://localhost${url.replaceAll('\\', '%5C')}` : url).pathname;
}

/** Endpoints that serve the portal's own HTML forms, with their methods. The OpenAPI document omits them. */
const formEndpoints: Record<string, string[]> = {
  '/enter': ['GET', 'HEAD'],
  '/sign-in/oidc': ['GET', 'HEAD'],
  '/sign-in/oidc/callback': ['GET', 'HEAD'],
  '/api/portal/demo': ['POST'],
  '/api/portal/setup': ['POST'],
  '/api/portal/sign-out': ['POST'],
};

/** A form endpoint responds with a redirect to a local path or with a standard error. */
function findFormResponseErrors(
  schemas: SchemaValidator,
  methods: string[],
  exchange: HttpExchange,
): string[] {
  if (exchange.status >= 300 && exchange.status < 400) {
    return exchange.headers.location?.startsWith('/') ? [] : ['Location is not a local path'];
  }
  const errors = exchange.status === 405 ? findAllowErrors(exchange, methods) : [];
  const mediaType = getMediaType(exchange);
  if (mediaType !== problemType) return [...errors, `Media type ${mediaType} is not an error`];
  if (exchange.method === 'HEAD') return errors;
  const body = JSON.parse(exchange.text);
  const schemaErrors = schemas.validate(problemPointer, body);
  return [...errors, ...schemaErrors, ...findErrorBodyErrors(exchange.status, body)];
}

function getMediaType({ headers }: HttpExchange): string {
  return headers['content-type']?.split(';')[0] ?? '';
}

function findAllowErrors({ headers }: HttpExchange, methods: string[]): string[] {
  const allowed = headers.allow?.split(', ').sort().join();
  return allowed === methods.toSorted().join() ? [] : [`Allow is ${headers.allow}`];
}

/** Reports required headers that are missing, invalid values, and headers documented only for other responses. */
function findHeaderErrors(
  { components, info }: OpenApiDocument,
  schemas: SchemaValidator,
  response: ResponseObject,
  headers: Record<string, string>,
): string[] {
  const version = headers['api-version'];
  const versionErrors = version === info.version ? [] : [`API-Version is ${version}`];
  const otherErrors = Object.entries(components.headers).flatMap(([name, { required, schema }]) => {
    const value = headers[name.toLowerCase()];
    if (!(name in response.headers)) return value === undefined ? [] : [`${name} is not documented`];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const parsed = schema.type === 'integer' ? Number(value) : value;
    return schemas
      .validate(['components', 'headers', name, 'schema'], parsed)
      .map((error) => `${name}: ${error}`);
  });
  return [...versionErrors, ...otherErrors];
}

const problemType = 'application/problem+json';
const problemPointer = ['components', 'schemas', 'Problem'];

/** Compares an error with the table of errors, and its code with those of `response`, which are the names of its examples. */
function findErrorBodyErrors(
  responseStatus: number,
  { code, type, title, status }: Record<string, unknown>,
  response?: ResponseObject,
): string[] {
  const expected = apiErrors[code as ApiErrorCode];
  const matches =
    type === `/problems/${code}` &&
    title === expected?.title &&
    status === expected?.status &&
    status === responseStatus;
  const isDocumented = !response || String(code) in (response.content[problemType]?.examples ?? {});
  return [
    ...(matches ? [] : [`${code} is ${JSON.stringify(expected)}`]),
    ...(isDocumented ? [] : [`${code} is not a documented code of the response`]),
  ];
}

/** What the OpenAPI document has for a method and path. `pointer` is the JSON pointer of the operation, as segments. */
type Route =
  | { kind: 'operation'; pointer: string[]; operation: OperationObject }
  | { kind: 'method_not_allowed'; methods: string[] }
  | { kind: 'not_found' };

/** Finds the operation of a request. HEAD is documented as GET. */
function findRoute(document: OpenApiDocument, method: string, pathname: string): Route {
  const found = Object.entries(document.paths).find(([path, { servers = document.servers }]) =>
    servers.some(({ url }) => isDecodable(pathname) && toPathPattern(url, path).test(pathname)),
  );
  if (!found) return { kind: 'not_found' };
  const [path, { servers: _, ...pathItem }] = found;
  const operationKey = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = Object.entries(pathItem).find(([key]) => key === operationKey)?.[1];
  if (operation) return { kind: 'operation', pointer: ['paths', path, operationKey], operation };
  const methods = Object.keys(pathItem).flatMap((key) =>
    key === 'get' ? ['GET', 'HEAD'] : [key.toUpperCase()],
  );
  return { kind: 'method_not_allowed', methods };
}

/** A path with an invalid percent-encoding matches no route. */
function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function toPathPattern(serverUrl: string, path: string): RegExp {
  const literal = `${serverUrl.replace(/\/$/, '')}${path}`.replaceAll('.', '\\.');
  return new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function findResponse(
  document: OpenApiDocument,
  route: Route,
  status: number,
): { pointer: string[]; response: ResponseObject | undefined } {
  if (route.kind === 'operation') {
    const pointer = [...route.pointer, 'responses', String(status)];
    const response = route.operation.responses[status];
    return { pointer, response: response && resolveResponse(document, response) };
  }
  return {
    pointer: [],
    response: status === apiErrors[route.kind].status ? undocumentedError(route.kind) : undefined,
  };
}

/** An error that belongs to no operation. */
function undocumentedError(code: ApiErrorCode): ResponseObject {
  const headers = Object.fromEntries(commonHeaders.map((name) => [name, { $ref: '' }]));
  const examples = { [code]: { summary: '', value: null } };
  return { description: '', headers, content: { [problemType]: { schema: {}, examples } } };
}
