import type { OperationId, operations } from '@/lib/contract/operations';
import type { Callers, Operation } from '@/lib/contract/operations/operation';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import type { Fields, Handler, OperationInput, Parsed, ReaderOf } from '../pipeline/endpoint';
import type { ApiResponse } from '../pipeline/response';
import type { CachedResponse } from '../pipeline/response-cache';

/** The handler of each operation. Its input has the types of the declaration. */
export type OperationHandlers = { [Id in OperationId]: OperationHandler<(typeof operations)[Id]> };

type OperationHandler<O> =
  O extends Operation<string, infer C, infer P, infer Q, infer B>
    ? C extends 'anyone'
      ? Handler
      : ((input: OperationInput<C, P, Q, B>) => Promise<ApiResponse>) | CachedRead<C, P, Q>
    : never;

/** A GET operation whose response depends on the caller and the catalog view only. The fast path responds to it, too. */
export interface CachedRead<C = Callers, P extends Fields = Fields, Q extends Fields = Fields> {
  cached: (
    view: CatalogView,
    caller: ReaderOf<C>,
    input: { params: Parsed<P>; query: Parsed<Q> },
  ) => CachedResponse;
}
