import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { z } from 'zod';
import { accountSchema } from '@/lib/contract/account';
import { apiVersion } from '@/lib/contract/api-version';
import { problems } from '@/lib/contract/errors';
import { historySchema } from '@/lib/contract/history';
import { portalSessionSchema } from '@/lib/contract/portal-session';
import { problemSchema } from '@/lib/contract/problem';
import { switchPreviewSchema, switchResultSchema } from '@/lib/contract/switch';
import { versionSchema } from '@/lib/contract/version';
import { versionListSchema } from '@/lib/contract/version-list';

interface Ask {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a text or bytes as they are. */
  body?: unknown;
}

export interface Answer<T> {
  status: number;
  headers: Record<string, string>;
  body: T;
  response: APIResponse;
}

/** Which shape a successful answer has, by method and path. */
const shapes: [method: string, path: RegExp, schema: z.ZodObject][] = [
  ['GET', /^(\/api)?\/app\/versions$/, versionListSchema],
  ['POST', /^(\/api)?\/app\/versions$/, switchResultSchema],
  ['GET', /^(\/api)?\/app\/versions\/[^/]+$/, versionSchema],
  ['GET', /^(\/api)?\/app\/versions\/[^/]+\/preview$/, switchPreviewSchema],
  ['GET', /^(\/api)?\/account\/versions$/, historySchema],
  ['POST', /^\/api\/portal\/sessions$/, portalSessionSchema],
  ['PUT', /^\/api\/accounts\/[^/]+$/, accountSchema],
];

/** Sends a request and checks whatever comes back against the contract, field by field; none may be left over. */
export async function ask<T = unknown>(
  request: APIRequestContext,
  path: string,
  { method, key, headers = {}, body }: Ask = {},
): Promise<Answer<T>> {
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const response = await request.fetch(path, {
    method: verb,
    maxRedirects: 0,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      data: toBytes(body),
    }),
  });
  const answer = { status: response.status(), headers: response.headers(), response };
  expect(answer.headers['api-version'], `${verb} ${path} carries the contract's date`).toBe(apiVersion);
  if (verb === 'HEAD' || !/json/.test(answer.headers['content-type'] ?? '')) {
    return { ...answer, body: (await response.text()) as T };
  }
  const json: unknown = await response.json();
  checkShape(verb, path, answer.status, answer.headers, json);
  return { ...answer, body: json as T };
}

/** Bytes, because a text that is not JSON would be made into some. */
function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function checkShape(
  method: string,
  path: string,
  status: number,
  headers: Record<string, string>,
  body: unknown,
): void {
  const where = `${method} ${path} ${status}`;
  if (status >= 400) {
    const problem = strict(problemSchema).parse(body) as z.infer<typeof problemSchema>;
    expect(headers['content-type'], where).toBe('application/problem+json');
    const { title } = problems[problem.code];
    expect(problem, where).toMatchObject({ status, title, type: `/problems/${problem.code}` });
    expect(problems[problem.code].status, where).toBe(status);
    expect('retry-after' in headers, where).toBe([409, 429, 503].includes(status));
    return;
  }
  const shape = shapes.find(([verb, pattern]) => verb === method && pattern.test(path.split('?')[0] ?? ''));
  expect(shape, `${where} has a shape`).toBeDefined();
  const parsed = strict(shape?.[2] as z.ZodObject).safeParse(body);
  expect(parsed.error?.issues ?? [], where).toEqual([]);
}

/** The schema with every object closed, as its JSON Schema is: a field that the contract does not name is a fault. */
function strict(schema: z.ZodType): z.ZodType {
  return z.fromJSONSchema(z.toJSONSchema(schema) as Parameters<typeof z.fromJSONSchema>[0]);
}
