import type { ZodType } from 'zod';
import { Problem, problems } from '@/lib/contract/errors';
import { rescue, type Soon, soon } from '@/lib/contract/soon';
import type { Caller } from '@/lib/versions/caller';
import { failureToProblem } from '@/lib/versions/failure-to-problem';
import type { Service } from '@/lib/versions/service';
import type { Answer } from './answer';
import { getService } from './config';
import { beginExchange, type Exchange } from './exchange';
import { parseFields, parseQuery } from './fields';
import { identify, refuseCrossSite } from './identify';
import { countAddress, countCaller } from './limit-requests';
import { logRequest } from './log';
import { readJson } from './read-body';
import { finish, problemAnswer } from './respond';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof methods)[number];
type Params = Record<string, string | string[] | undefined>;
type Handler = (request: Request, params: Params, exchange: Exchange) => Soon<Answer>;

/** Answers a request for one address by whatever method it comes. */
export type RouteHandler = (
  request: Request,
  context: { params: Params | Promise<Params> },
) => Soon<Response>;

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
  /** Whether it is a switch, which may be asked for less often than anything else. */
  switches?: boolean;
  query?: ZodType<Q>;
  body?: ZodType<B>;
  /** Of the path; without it whatever stands there is passed on. */
  params?: ZodType<P>;
  answer: (asked: Asked<C, Q, B, P>) => Soon<Answer>;
}

/**
 * One method of an endpoint: who may, what it takes, what it answers. Checks run in the order of DESIGN 2; what is
 * wrong with the account that a key names (400, 404) therefore waits until the body has been read.
 */
export function handle<C, Q = undefined, B = undefined, P = Params>(
  declared: Declaration<C, Q, B, P>,
): Handler {
  return (request, sentParams, exchange) => {
    const { headers } = request;
    const allowed = holdBack(() =>
      soon(identify(headers), (caller) => {
        exchange.caller = caller;
        return declared.allow(caller);
      }),
    );
    const sent = soon(allowed, () => {
      if (request.method !== 'GET' && request.method !== 'HEAD') refuseCrossSite(headers);
      const counted = soon(exchange.addressCounted, () =>
        countCaller(exchange, { switches: declared.switches ?? false }),
      );
      return soon(counted, () => declared.body && readJson(request));
    });
    return soon(sent, (sent) =>
      soon(allowed, (allowed) => {
        const query = declared.query && parseQuery(declared.query, request.url);
        const body = declared.body && parseFields(declared.body, sent);
        const params = declared.params ? parseFields(declared.params, sentParams) : (sentParams as P);
        const caller = allowed();
        const service = getService();
        const asked = { service, caller, query: query as Q, body: body as B, params, headers };
        return service.pulse.watch(declared.answer(asked));
      }),
    );
  };
}

/** Runs a check now; a refusal about the named account is thrown only when the result is asked for. */
function holdBack<T>(check: () => Soon<T>): Soon<() => T> {
  return rescue(
    () => soon(check(), (result) => () => result),
    (error) => {
      const late = error instanceof Problem && [400, 404].includes(problems[error.code].status);
      if (!late) throw error;
      return () => {
        throw error;
      };
    },
  );
}

/**
 * The handlers of a route file, for the addresses of `route`. A method that is not declared is refused with `Allow`,
 * unless there is one for `any`; HEAD follows GET. They are one function under each name, which goes by the request's
 * method: there are more methods than Next knows.
 */
export function endpoint(
  route: string,
  declared: Partial<Record<Method | 'any', Handler>>,
): Record<Method, RouteHandler> {
  const handlers = new Map(Object.entries(declared));
  if (declared.GET) handlers.set('HEAD', declared.GET);
  const allowed = methods.filter((method) => handlers.has(method)).join(', ');
  const refuse: Handler = (request) => {
    throw new Problem('method_not_allowed', `${request.method} is not possible here. Possible: ${allowed}.`);
  };
  const serve: RouteHandler = (request, context) => {
    const { method, headers } = request;
    const exchange = beginExchange(route, method);
    exchange.addressCounted = countAddress(exchange, headers);
    // Who refuses for it looks later, or never.
    exchange.addressCounted?.catch(() => {});
    const handler = handlers.get(method) ?? declared.any ?? refuse;
    const answer = settle(exchange, () =>
      soon(context.params, (params) => handler(request, params, exchange)),
    );
    return soon(answer, (answer) => {
      if (answer.status === 405) answer.headers.Allow = allowed;
      return finish(answer, exchange, headers);
    });
  };
  return Object.fromEntries(methods.map((method) => [method, serve])) as Record<Method, RouteHandler>;
}

/** Runs a handler, turns whatever it throws into the one refusal body, and writes the log. */
function settle(exchange: Exchange, run: () => Soon<Answer>): Soon<Answer> {
  let problem: Problem | undefined;
  const answer = rescue(run, (error) => {
    problem = failureToProblem(error);
    // What a refused request is at fault for is in its answer; the cause of a refusal can quote what was sent.
    if (problems[problem.code].status >= 500) exchange.failure = problem.cause;
    return problemAnswer(problem, exchange.id);
  });
  return soon(answer, (answer) =>
    // Where nobody waited for the count, it is waited for here: its headers belong to this answer too.
    soon(
      exchange.addressCounted?.catch(() => {}),
      () => {
        logRequest(exchange, { status: answer.status, code: problem?.code });
        return answer;
      },
    ),
  );
}
