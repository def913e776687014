import fc from 'fast-check';
import { type Body, bodyFor, typeOf } from './bodies';
import { callerName } from './callers';
import { type Header, oddHeaders } from './headers';
import { method, targetOf } from './targets';

/**
 * A request as it is generated. `<upper>` and the like stand for ids of the run, so that a seed makes the same requests
 * on any database.
 */
export interface GeneratedRequest {
  caller: string;
  method: string;
  target: string;
  headers: Header[];
  body: Body | null;
  chunked: boolean;
}

export const generatedRequest: fc.Arbitrary<GeneratedRequest> = method
  .chain((verb) => fc.record({ method: fc.constant(verb), target: targetOf(verb) }))
  .chain(({ method: verb, target }) =>
    fc.record({
      caller: callerName,
      method: fc.constant(verb),
      target: fc.constant(target),
      headers: oddHeaders,
      body: ['POST', 'PUT'].includes(verb) ? bodyFor(target) : fc.option(bodyFor(target), { freq: 8 }),
      type: typeOf,
      chunked: fc.boolean(),
    }),
  )
  .map(({ type, ...request }) =>
    request.body && type !== null
      ? { ...request, headers: [...request.headers, ['Content-Type', type] as Header] }
      : request,
  );
