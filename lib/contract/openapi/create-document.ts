import { type ZodObject, z } from 'zod';
import { sessionCookieName } from '../current-user';
import { type ApiErrorCode, apiErrors, type FieldError, type ProblemBody } from '../errors';
import { eventSchema } from '../events';
import {
  apiVersion,
  commonHeaders,
  type ResponseHeaderName,
  responseHeaders,
  webhookHeadersSchema,
} from '../headers';
import { operations } from '../operations';
import { sampleEvents } from '../operations/events';
import {
  type CallerKind,
  invalidParameter,
  listCallers,
  listErrors,
  missingParameter,
  type Operation,
  type OperationResponse,
} from '../operations/operation';
import { sampleIds } from '../operations/sample-data';
import { listPaths } from '../paths';
import { introduction, tagDescriptions } from './introduction';
import { createComponentSchemas, createReference, schemaUri, toSchema } from './schemas';
import type {
  ExampleObject,
  Header,
  OpenApiDocument,
  OperationObject,
  Parameter,
  PathItem,
  Reference,
  ResponseObject,
  SecurityScheme,
  Server,
  WebhookObject,
} from './types';

const apiServer: Server = { url: '/api', description: 'Base URL of all operations.' };
const originServer: Server = { url: '/', description: 'The same operation without `/api`.' };

const securitySchemes: Record<string, SecurityScheme> = {
  key: { type: 'http', scheme: 'bearer', description: 'API key of an account or of the app.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description: 'Session of a portal user, started with a one-time sign-in link.',
  },
};

/** Generates the OpenAPI 3.1 document from the operations, the schemas and the error table. */
export function createOpenApiDocument(): OpenApiDocument {
  const { paths, responses } = shareResponses(createPaths());
  return {
    openapi: '3.1.0',
    info: {
      title: 'App Versions',
      version: apiVersion,
      summary: 'List an app’s versions, switch accounts between them, and read their history.',
      description: introduction,
      contact: { name: 'The operator of this server' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [apiServer],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: createWebhooks(),
    components: {
      schemas: createComponentSchemas(),
      headers: createComponentHeaders(),
      responses,
      examples: createUsedErrorExamples({ paths, responses }),
      securitySchemes,
    },
  };
}

function createPaths(): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const path = operation.path.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...(listPaths(operation.path).length > 1 && { servers: [apiServer, originServer] }),
      ...paths[path],
      [operation.method.toLowerCase()]: createOperationObject(id, operation),
    };
  }
  return paths;
}

/** Makes a component of each error response that several operations have: `Error404`, `Error404_2`. */
function shareResponses(
  paths: OpenApiDocument['paths'],
): Pick<OpenApiDocument, 'paths'> & Pick<OpenApiDocument['components'], 'responses'> {
  const operations = Object.values(paths).flatMap(({ servers: _, ...methods }) => Object.values(methods));
  const names = new Map<string, string | null>();
  for (const { responses } of operations) {
    for (const response of Object.values(responses)) {
      const text = JSON.stringify(response);
      names.set(text, names.has(text) ? '' : null);
    }
  }
  const shared: Record<string, ResponseObject> = {};
  for (const operation of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const text = JSON.stringify(response);
      if (status < '400' || names.get(text) === null) continue;
      const count = Object.keys(shared).filter((name) => name.startsWith(`Error${status}`)).length;
      const name = names.get(text) || `Error${status}${count > 0 ? `_${count + 1}` : ''}`;
      names.set(text, name);
      shared[name] = response as ResponseObject;
      operation.responses[status] = createReference('responses', name);
    }
  }
  return { paths, responses: shared };
}

/** One webhook for each type of event. */
function createWebhooks(): OpenApiDocument['webhooks'] {
  return Object.fromEntries(
    eventSchema.options.map((schema) => {
      const type = schema.shape.type.value;
      const summary = schema.shape.type.description ?? '';
      const media = { schema: toSchema(schema), examples: { event: { summary, value: sampleEvents[type] } } };
      const post: WebhookObject = {
        operationId: type,
        tags: ['Webhooks'],
        security: [],
        summary,
        description:
          'Posted to the webhook endpoints for this type of event. The body is smaller than 20 kB.',
        parameters: listParameters('header', webhookHeadersSchema, {}),
        requestBody: { required: true, content: { 'application/json': media } },
        responses: {
          '2XX': { description: 'The event was received.' },
          '410': { description: 'The endpoint is gone. It is disabled.' },
          default: {
            description: 'The request is repeated, after `Retry-After` if it is longer than the next delay.',
          },
        },
      };
      return [type, { post }];
    }),
  );
}

function createOperationObject(id: string, operation: Operation): OperationObject {
  const { tag, summary, description, body } = operation;
  const callers = listCallers(operation.callers);
  const parameters = createParameters(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: getSecurityRequirements(callers),
    'x-callers': callers,
    ...(parameters.length > 0 && { parameters }),
    ...(body?.schema && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toSchema(body.schema), examples: { ...body.examples } } },
      },
    }),
    responses: createResponses(operation),
  };
}

/** Alternative security requirements: one of them is sufficient. */
function getSecurityRequirements(callers: CallerKind[]): Record<string, string[]>[] {
  const allowsSession = callers.some((caller) => caller !== 'visitor' && caller !== 'app_key');
  return [
    { key: [] },
    ...(allowsSession ? [{ session: [] }] : []),
    ...(callers.includes('visitor') ? [{}] : []),
  ];
}

function createParameters({ pathParameters, query, headers, sampleParameters }: Operation): Parameter[] {
  return [
    ...listParameters('path', pathParameters, sampleParameters),
    ...listParameters('query', query, sampleParameters),
    ...listParameters('header', headers, sampleParameters),
  ];
}

function listParameters(
  location: Parameter['in'],
  fields: ZodObject | undefined,
  samples: Operation['sampleParameters'] = {},
): Parameter[] {
  if (!fields) return [];
  // The parsed type of a query parameter, such as an integer with bounds, is more informative than its text pattern.
  const { properties = {}, required = [] } = toSchema(fields, location === 'query' ? 'output' : 'input');
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: location,
    required: required.includes(name),
    description,
    schema,
    ...(samples[name] !== undefined && { example: samples[name] }),
  }));
}

const allCodes = Object.keys(apiErrors) as ApiErrorCode[];

/** These are about headers that every operation has. */
const defaultFieldErrors: FieldError[] = [
  missingParameter('X-Account-Id'),
  invalidParameter('Host', 'expected a host name with an optional port'),
];

/** Successful and error responses of an operation by status. */
function createResponses(operation: Operation): Record<string, ResponseObject> {
  const { responses, headers, sampleFieldErrors = [] } = operation;
  const errors = listErrors(operation);
  const errorStatuses = [...new Set(errors.map((code) => apiErrors[code].status))];
  const isMissing = ({ code }: FieldError) => !sampleFieldErrors.some((sample) => sample.code === code);
  const samples = [...sampleFieldErrors, ...defaultFieldErrors.filter(isMissing)];
  return Object.fromEntries([
    ...responses.map((response) => [response.status ?? 200, createSuccessResponse(response, headers)]),
    ...(headers && 'If-None-Match' in headers.shape ? [[304, notModifiedResponse]] : []),
    ...errorStatuses.map((status) => {
      // They are in the order of the error table.
      const codes = allCodes.filter((code) => apiErrors[code].status === status && errors.includes(code));
      return [status, createErrorResponse(codes, samples)];
    }),
  ]);
}

/** One example per error code. */
export function createErrorExamples(): Record<ApiErrorCode, ExampleObject> {
  const examples = allCodes.map((code) => [code, createErrorExample(code, [])]);
  return Object.fromEntries(examples) as Record<ApiErrorCode, ExampleObject>;
}

/** The examples of errors that the operations refer to. Others have examples with fields of their own. */
function createUsedErrorExamples(users: object): Record<string, ExampleObject> {
  const text = JSON.stringify(users);
  const isUsed = ([code]: [string, ExampleObject]) =>
    text.includes(`"${createReference('examples', code).$ref}"`);
  return Object.fromEntries(Object.entries(createErrorExamples()).filter(isUsed));
}

function createComponentHeaders(): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(responseHeaders).map(([name, { schema, description, required }]) => [
      name,
      { description, required, schema: toSchema(schema) },
    ]),
  );
}

function createSuccessResponse(
  { description, headers = [], schema, examples, csv }: OperationResponse,
  requestHeaders: ZodObject | undefined,
): ResponseObject {
  const content = {
    'application/json': { schema: toSchema(schema), examples: { ...examples } },
    ...(csv && { 'text/csv': { schema: toSchema(z.string()), examples: { file: csv } } }),
  };
  const following = (name: string, header: ResponseHeaderName) =>
    requestHeaders && name in requestHeaders.shape ? [header] : [];
  const names = [
    ...following('If-None-Match', 'ETag'),
    ...headers,
    ...following('Accept-Language', 'Content-Language'),
    ...following('Idempotency-Key', 'Idempotent-Replayed'),
  ];
  return { description, headers: createHeaderReferences(names), content };
}

const notModifiedResponse: ResponseObject = {
  description: 'Not modified.',
  headers: createHeaderReferences(['ETag']),
  content: {},
};

/** `codes` share one status. */
function createErrorResponse(codes: ApiErrorCode[], sampleFieldErrors: FieldError[]): ResponseObject {
  const status = apiErrors[codes[0] as ApiErrorCode].status;
  return {
    description: `${codes.map((code) => apiErrors[code].title).join(' / ')}.`,
    headers: createHeaderReferences(getErrorHeaders(status)),
    content: {
      'application/problem+json': {
        schema: { $ref: schemaUri('Problem') },
        // The names of the examples are the codes.
        examples: Object.fromEntries(codes.map((code) => [code, getErrorExample(code, sampleFieldErrors)])),
      },
    },
  };
}

function getErrorHeaders(status: number): ResponseHeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  return [409, 429, 503].includes(status) ? ['Retry-After'] : [];
}

function createHeaderReferences(headers: ResponseHeaderName[] = []): Record<string, Reference> {
  return Object.fromEntries(
    [...commonHeaders, ...headers].map((name) => [name, createReference('headers', name)]),
  );
}

/** The shared example of the code, or one with the operation's own field errors. */
function getErrorExample(code: ApiErrorCode, sampleFieldErrors: FieldError[]): ExampleObject | Reference {
  const fieldErrors = sampleFieldErrors.filter((error) => error.code === code);
  return fieldErrors.length > 0 ? createErrorExample(code, fieldErrors) : createReference('examples', code);
}

function createErrorExample(code: ApiErrorCode, fieldErrors: FieldError[]): ExampleObject {
  const { status, title, description, message: sample } = apiErrors[code];
  const message = fieldErrors.map((error) => error.message).join(' ') || sample;
  const value: ProblemBody = {
    success: false,
    message,
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    ...(fieldErrors.length > 0 && { errors: fieldErrors }),
    request_id: sampleIds.request,
  };
  return { summary: title, description, value };
}
