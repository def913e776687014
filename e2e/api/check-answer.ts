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

/** Holds an answer against the served description, and fails the test that asked where it is another. */
export async function checkAnswer(told: Told): Promise<void> {
  expect(await findAnswerFaults(told), `${told.method} ${told.url} ${told.status}`).toEqual([]);
}

/**
 * What is wrong with an answer by the served description: status, media type, headers, body to its last field, and that
 * a request which was carried out is one that the description allows. Empty where nothing is.
 */
export async function findAnswerFaults(told: Told): Promise<string[]> {
  const { document, shapes } = await readDescription();
  const pathname = pathOf(told.url);
  const form = formMethods[pathname];
  if (form) return findFormFaults(document, shapes, form, told);
  const described = findDescribed(document, told.method, pathname);
  const { place, response } = findResponse(document, described, told.status);
  if (!response) return [`The description knows no such answer: ${told.text.slice(0, 500)}`];

  const faults = findHeaderFaults(document, shapes, response, told.headers);
  if (described.kind === 'no-method') faults.push(...findAllowFaults(told, described.methods));
  if (
    described.kind === 'operation' &&
    described.operation.requestBody &&
    told.status < 300 &&
    told.sent !== undefined
  ) {
    const body = [...described.place, 'requestBody', 'content', 'application/json', 'schema'];
    faults.push(...shapes.findFaults(body, told.sent).map((fault) => `What was sent: ${fault}`));
  }
  const type = mediaType(told);
  if (told.status === 304) return told.text === '' ? faults : [...faults, 'There is a body'];
  if (!(type in response.content)) return [...faults, `No ${type} is described`];
  if (told.method === 'HEAD') return faults;
  const body = type.endsWith('json') ? JSON.parse(told.text) : told.text;
  faults.push(...shapes.findFaults([...place, 'content', type, 'schema'], body));
  return told.status < 400 ? faults : [...faults, ...findRefusalFaults(document, told.status, body)];
}

/** As it was sent: reading it as an address would take dots out of it. */
function pathOf(url: string): string {
  return url.startsWith('/') ? (url.split('?')[0] ?? '') : new URL(url).pathname;
}

/** What forms of our own pages ask, with their methods: no program does, and the description does not tell of them. */
const formMethods: Record<string, string[]> = {
  '/enter': ['GET', 'HEAD'],
  '/api/portal/demo': ['POST'],
  '/api/portal/sign-out': ['POST'],
};

/** A form is answered by another page, or refused as anything else. */
function findFormFaults(
  document: OpenApiDocument,
  shapes: DescribedShapes,
  methods: string[],
  told: Told,
): string[] {
  if (told.status >= 300 && told.status < 400) {
    return told.headers.location?.startsWith('/') ? [] : ['It leads nowhere'];
  }
  const faults = told.status === 405 ? findAllowFaults(told, methods) : [];
  if (mediaType(told) !== 'application/problem+json') return [...faults, `${mediaType(told)} is no refusal`];
  if (told.method === 'HEAD') return faults;
  const body = JSON.parse(told.text);
  const wrong = shapes.findFaults(['components', 'schemas', 'Problem'], body);
  return [...faults, ...wrong, ...findRefusalFaults(document, told.status, body)];
}

function mediaType({ headers }: Told): string {
  return headers['content-type']?.split(';')[0] ?? '';
}

function findAllowFaults({ headers }: Told, methods: string[]): string[] {
  const allowed = headers.allow?.split(', ').sort().join();
  return allowed === methods.toSorted().join() ? [] : [`Allow is ${headers.allow}`];
}

/** Required headers that are missing, described ones that are wrong, and ones described for other answers alone. */
function findHeaderFaults(
  { components, info }: OpenApiDocument,
  shapes: DescribedShapes,
  response: ResponseObject,
  headers: Record<string, string>,
): string[] {
  const date = headers['api-version'] === info.version ? [] : [`API-Version is ${headers['api-version']}`];
  const others = Object.entries(components.headers).flatMap(([name, { required, schema }]) => {
    const value = headers[name.toLowerCase()];
    if (!(name in response.headers)) return value === undefined ? [] : [`${name} is not described`];
    if (value === undefined) return required ? [`${name} is missing`] : [];
    const read = schema.type === 'integer' ? Number(value) : value;
    return shapes
      .findFaults(['components', 'headers', name, 'schema'], read)
      .map((fault) => `${name}: ${fault}`);
  });
  return [...date, ...others];
}

/** What each refusal of a code has in common, as its example shows it. */
function findRefusalFaults(
  { components }: OpenApiDocument,
  answered: number,
  body: Record<string, unknown>,
): string[] {
  const { type, title, status } = (components.examples[String(body.code)]?.value ?? {}) as Record<
    string,
    unknown
  >;
  const same = body.type === type && body.title === title && body.status === status && status === answered;
  return same ? [] : [`${body.code} is ${title}, ${type} and ${status}`];
}
