import { expect } from '@playwright/test';
import type { OpenApiDocument, ResponseObject } from '@/lib/contract/openapi/document';
import { type DescribedShapes, readShapes } from '@/lib/ops/testing/described-shapes';
import { findDescribed, findResponse } from './find-described';

/** A request and what came back. */
export interface Told {
  method: string;
  /** Path and query, or a whole URL. */
  url: string;
  /** What was sent, where that is JSON. */
  sent?: unknown;
  status: number;
  headers: Record<string, string>;
  text: string;
}

interface Description {
  document: OpenApiDocument;
  shapes: DescribedShapes;
}

let served: Promise<Description> | undefined;

/** The description as the server under test serves it, read once by each worker. */
export function readDescription(): Promise<Description> {
  served ??= fetch(new URL('/api/openapi.json', process.env.BASE_URL ?? 'http://localhost:3000'))
    .then((response) => response.json() as Promise<OpenApiDocument>)
    .then((document) => ({ document, shapes: readShapes(document) }));
  return served;
}

/**
 * Holds an answer against the served description: status, media type, headers, body to its last field, and that a
 * request which was carried out is one that the description allows. Fails the test that asked.
 */
export async function checkAnswer(told: Told): Promise<void> {
  const { document, shapes } = await readDescription();
  const { pathname } = new URL(told.url, 'http://localhost');
  const where = `${told.method} ${told.url} ${told.status}`;
  const described = findDescribed(document, told.method, pathname);
  const { place, response } = findResponse(document, described, told.status);
  if (!response)
    throw new Error(`${where}: the description knows no such answer.\n${told.text.slice(0, 500)}`);

  const type = told.headers['content-type']?.split(';')[0] ?? '';
  expect(Object.keys(response.content), `${where}: media type`).toContain(type);
  expect(findHeaderFaults(document, shapes, response, told.headers), `${where}: headers`).toEqual([]);
  expect(told.headers['api-version'], `${where}: date`).toBe(document.info.version);
  if (described.kind === 'no-method') {
    expect(told.headers.allow?.split(', ').sort(), `${where}: Allow`).toEqual(described.methods.sort());
  }
  if (described.kind === 'operation' && told.status < 300 && told.sent !== undefined) {
    const body = [...described.place, 'requestBody', 'content', 'application/json', 'schema'];
    expect(shapes.findFaults(body, told.sent), `${where}: what was sent`).toEqual([]);
  }
  if (told.method === 'HEAD') return;
  const body = type.endsWith('json') ? JSON.parse(told.text) : told.text;
  expect(shapes.findFaults([...place, 'content', type, 'schema'], body), `${where}: body`).toEqual([]);
  if (told.status >= 400) expect(body, where).toMatchObject(fixedPart(document, body.code));
}

/** Required headers that are missing, described ones that are wrong, and ones described for other answers alone. */
function findHeaderFaults(
  { components }: OpenApiDocument,
  shapes: DescribedShapes,
  response: ResponseObject,
  headers: Record<string, string>,
): string[] {
  return Object.entries(components.headers).flatMap(([name, { required, schema }]) => {
    const value = headers[name.toLowerCase()];
    if (!(name in response.headers)) return value === undefined ? [] : [`${name} is not described`];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const read = schema.type === 'integer' ? Number(value) : value;
    return shapes
      .findFaults(['components', 'headers', name, 'schema'], read)
      .map((fault) => `${name}: ${fault}`);
  });
}

/** What each refusal of a code has in common, as its example shows it. */
function fixedPart({ components }: OpenApiDocument, code: string): Record<string, unknown> {
  const { type, title, status } = (components.examples[code]?.value ?? {}) as Record<string, unknown>;
  return { type, title, status };
}
