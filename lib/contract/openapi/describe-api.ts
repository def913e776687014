import { apiVersion } from '../api-version';
import type { CallerKind, Operation } from '../operation';
import { operations } from '../operations';
import { sessionCookieName } from '../session-cookie';
import { componentSchemas, toSchema } from './components';
import type { OpenApiDocument, OperationObject, PathItem, SecurityScheme, Server } from './document';
import { introduction, tagDescriptions } from './introduction';
import { parametersOf } from './parameters';
import { componentHeaders, problemExamples, responsesOf, strayResponses } from './responses';

const underApi: Server = { url: '/api', description: 'Where everything answers' };
const atOrigin: Server = { url: '/', description: 'Where the same path answers, too' };

const securitySchemes: Record<string, SecurityScheme> = {
  key: { type: 'http', scheme: 'bearer', description: 'A key of an account, or of the app.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName,
    description: 'A session of a person, begun by a one-time link.',
  },
};

/** The interface as OpenAPI 3.1, made of the operations, the schemas and the table of refusals alone. */
export function describeApi(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'App Versions',
      version: apiVersion,
      summary: 'The versions of an app, and which one each account has.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [underApi],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths: describePaths(),
    components: {
      schemas: componentSchemas(),
      responses: strayResponses(),
      headers: componentHeaders(),
      examples: problemExamples(),
      securitySchemes,
    },
  };
}

function describePaths(): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const operation of operations) {
    paths[operation.path] = {
      ...(operation.atOrigin && { servers: [underApi, atOrigin] }),
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  }
  return paths;
}

function describeOperation(operation: Operation): OperationObject {
  const { id, tag, summary, description, callers, body } = operation;
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: securityOf(callers),
    'x-callers': callers,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toSchema(body.schema), examples: { ...body.examples } } },
      },
    }),
    responses: responsesOf(operation),
  };
}

/** Which credentials come into question: any one of them is enough. */
function securityOf(callers: CallerKind[]): Record<string, string[]>[] {
  const people = callers.some((caller) => caller === 'member' || caller === 'owner' || caller === 'product');
  return [{ key: [] }, ...(people ? [{ session: [] }] : []), ...(callers.includes('visitor') ? [{}] : [])];
}
