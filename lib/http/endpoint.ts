import type { ZodType } from 'zod';
import { Problem, problems } from '@/lib/contract/errors';
import { makeId } from '@/lib/contract/ids';
import type { Caller } from '@/lib/versions/caller';
import { failureToProblem } from '@/lib/versions/failure-to-problem';
import type { Service } from '@/lib/versions/service';
import { getService } from './config';
import { parseFields, parseQuery } from './fields';
import { identify, refuseCrossSite } from './identify';
import { readJson } from './read-body';
import { finish, problemResponse } from './respond';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof methods)[number];
type Params = Record<string, string | string[] | undefined>;
type Handler = (request: Request, params: Params) => Promise<Response>;
type RouteHandler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

interface Asked<C, Q, B, P> {
  service: Service;
  caller: C;
  query: Q;
  body: B;
  params: P;
  headers: Headers;
}

interface Declaration<C, Q, B, P> {
  /** Refuses callers who may not, and narrows the others. */
  allow: (caller: Caller) => C;
  query?: ZodType<Q>;
  body?: ZodType<B>;
  /** Of the path; without it whatever stands there is passed on. */
  params?: ZodType<P>;
  answer: (asked: Asked<C, Q, B, P>) => Promise<Response>;
}

/**
 * One method of an endpoint: who may, what it takes, what it answers. Checks run in the order of DESIGN 2; what is
 * wrong with the account that a key names (400, 404) therefore waits until the body has been read.
 */
export function handle<C, Q = undefined, B = undefined, P = Params>(
  declared: Declaration<C, Q, B, P>,
): Handler {
  return async (request, sentParams) => {
    const { headers } = request;
    const allowed = await holdBack(async () => declared.allow(await identify(headers)));
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseCrossSite(headers);
    const sent = declared.body && (await readJson(request));
    const query = declared.query && parseQuery(declared.query, new URL(request.url).searchParams);
    const body = declared.body && parseFields(declared.body, sent);
    const params = declared.params ? parseFields(declared.params, sentParams) : (sentParams as P);
    const caller = allowed();
    return declared.answer({
      service: getService(),
      caller,
      query: query as Q,
      body: body as B,
      params,
      headers,
    });
  };
}

/** Runs a check now; a refusal about the named account is thrown only when the result is asked for. */
async function holdBack<T>(check: () => Promise<T>): Promise<() => T> {
  try {
    const result = await check();
    return () => result;
  } catch (error) {
    const late = error instanceof Problem && [400, 404].includes(problems[error.code].status);
    if (!late) throw error;
    return () => {
      throw error;
    };
  }
}

/** The handlers of a route file. A method that is not declared is refused with `Allow`; HEAD follows GET. */
export function endpoint(declared: Partial<Record<Method, Handler>>): Record<Method, RouteHandler> {
  const handlers = { ...declared, ...(declared.GET && { HEAD: declared.GET }) };
  const allowed = methods.filter((method) => method in handlers).join(', ');
  const refuse: Handler = async (request) => {
    throw new Problem('method_not_allowed', `${request.method} is not possible here. Possible: ${allowed}.`);
  };
  const entries = methods.map((method): [Method, RouteHandler] => [
    method,
    async (request, { params }) => {
      const response = await guard(async () => (handlers[method] ?? refuse)(request, await params));
      if (response.status === 405) response.headers.set('Allow', allowed);
      return method === 'HEAD' ? new Response(null, response) : response;
    },
  ]);
  return Object.fromEntries(entries) as Record<Method, RouteHandler>;
}

/** Runs a handler under a request id and turns whatever it throws into the one refusal body. */
async function guard(run: () => Promise<Response>): Promise<Response> {
  const requestId = makeId('request');
  try {
    return finish(await run(), requestId);
  } catch (error) {
    const problem = failureToProblem(error);
    if (problem.code === 'internal_error') console.error(requestId, problem.cause);
    return finish(problemResponse(problem, requestId), requestId);
  }
}
