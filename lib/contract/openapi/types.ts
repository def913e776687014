/** The subset of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: Server[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  /** Requests that the server sends, by event type. */
  webhooks: Record<string, { post: WebhookObject }>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    responses: Record<string, ResponseObject>;
    examples: Record<string, ExampleObject>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

export interface Server {
  url: string;
  description: string;
}

export type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type PathItem = Partial<Record<HttpMethod, OperationObject>> & { servers?: Server[] };

export interface WebhookObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  /** Alternative requirements. It is empty if there are none. */
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, MediaType> };
  responses: Record<string, { description: string }>;
}

export interface OperationObject extends Omit<WebhookObject, 'responses'> {
  /** Allowed callers: `visitor`, roles, `app_key`. */
  'x-callers': string[];
  responses: Record<string, ResponseObject | Reference>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  example?: string;
}

export interface ResponseObject {
  description: string;
  headers: Record<string, Reference>;
  content: Record<string, MediaType>;
}

export interface MediaType {
  schema: Schema;
  examples: Record<string, ExampleObject | Reference>;
}

export interface ExampleObject {
  summary: string;
  description?: string;
  value: unknown;
}

export interface Header {
  description: string;
  required: boolean;
  schema: Schema;
}

export interface Reference {
  $ref: string;
}

export type SecurityScheme =
  | { type: 'http'; scheme: 'bearer'; description: string }
  | { type: 'apiKey'; in: 'cookie'; name: string; description: string };

/** The subset of JSON Schema 2020-12 that the schemas use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

/** What a reference names in the document. An object that is no reference is returned as it is. */
export function resolveExample(document: OpenApiDocument, example: ExampleObject | Reference): ExampleObject {
  return '$ref' in example ? find(document.components.examples, example) : example;
}

/** What a reference to a response names in the document. */
export function resolveResponse(
  document: OpenApiDocument,
  response: ResponseObject | Reference,
): ResponseObject {
  return '$ref' in response ? find(document.components.responses, response) : response;
}

function find<T>(components: Record<string, T>, { $ref }: Reference): T {
  const component = components[$ref.split('/').at(-1) ?? ''];
  if (!component) throw new Error(`The document has no ${$ref}.`);
  return component;
}
