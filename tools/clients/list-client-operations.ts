import {
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  resolveResponse,
  type Schema,
} from '@/lib/contract/openapi/types';

/** What a client knows of an operation. */
export interface ClientOperation {
  id: string;
  method: string;
  /** Path with `/api` and `{names}`. */
  path: string;
  summary: string;
  /** The schema of an object, or null without such parameters. */
  pathParameters: Schema | null;
  query: Schema | null;
  body: Schema | null;
  /** The names of `headerOptions` that it takes. */
  headers: HeaderOption[];
  /** Schema of the response with JSON. */
  response: Schema;
  /** The schema of an item, or null unless it is a list that is read in pages. */
  item: Schema | null;
  /** Whether it takes `If-None-Match`. */
  isCacheable: boolean;
}

/** Headers that are options of a call, because a client encodes them. */
const headerOptions = {
  'X-Account-Id': 'account',
  'X-Actor': 'actor',
  'X-Embedding-Origin': 'embeddingOrigin',
  'If-Match': 'revision',
  'Idempotency-Key': 'idempotencyKey',
} as const;

/** What the clients send themselves, or, as a language, in the query. */
const otherHeaders = new Set(['If-None-Match', 'Accept-Language']);

export type HeaderOption = (typeof headerOptions)[keyof typeof headerOptions];

/** The operations of the document, in its order. */
export function listClientOperations(document: OpenApiDocument): ClientOperation[] {
  return Object.entries(document.paths).flatMap(([path, { servers: _, ...item }]) =>
    Object.entries(item).map(([method, operation]) => toClientOperation(document, path, method, operation)),
  );
}

function toClientOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  { operationId: id, summary, parameters = [], requestBody, responses }: OperationObject,
): ClientOperation {
  const [, found] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const success = found && resolveResponse(document, found).content;
  const response = success?.['application/json']?.schema;
  if (!response) throw new Error(`${id} has no response with JSON.`);
  const names = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
  const unknown = names.find((name) => !(name in headerOptions) && !otherHeaders.has(name));
  if (unknown) throw new Error(`The clients do not know the header ${unknown} of ${id}.`);
  // With it, the response is not JSON.
  const isFormat = ({ name }: Parameter) => name === 'format' && Object.keys(success).length > 1;
  const query = parameters.filter((each) => each.in === 'query' && !isFormat(each));
  return {
    id,
    method: method.toUpperCase(),
    path: `/api${path}`,
    summary,
    pathParameters: toObject(parameters.filter((each) => each.in === 'path')),
    query: toObject(query),
    body: requestBody?.content['application/json']?.schema ?? null,
    headers: Object.entries(headerOptions).flatMap(([name, option]) =>
      names.includes(name) ? [option] : [],
    ),
    response,
    item: query.some(({ name }) => name === 'cursor') ? findItem(document, response) : null,
    isCacheable: names.includes('If-None-Match'),
  };
}

function toObject(parameters: Parameter[]): Schema | null {
  if (parameters.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function findItem({ components }: OpenApiDocument, response: Schema): Schema | null {
  const { properties = {} } = components.schemas[getReferenceName(response.$ref ?? '')] ?? response;
  return properties.payload?.items ?? properties.data?.items ?? null;
}

/** The name that a reference refers to. */
export function getReferenceName(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

/** Wraps a text to lines of at most `width` columns. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
