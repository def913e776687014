import type { OperationId, operations } from '@/lib/contract/operations';
import type { Callers, Operation } from '@/lib/contract/operations/operation';
import type { PathParameters } from '@/lib/contract/operations/path-parameters';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import type { Fields, Handler, OperationInput, Parsed, ReaderOf } from '../pipeline/endpoint';
import type { ApiResponse } from '../pipeline/response';
import type { CachedResponse } from '../pipeline/response-cache';

/** The handler of each operation. Its input has the types of the declaration. */
export type OperationHandlers = { [Id in OperationId]: OperationHandler<(typeof operations)[Id]> };

type OperationHandler<O> =
  O extends Operation<infer Path, infer C, infer Q, infer B>
    ? C extends 'anyone'
      ? Handler
      : ((input: OperationInput<C, Path, Q, B>) => Promise<ApiResponse>) | CachedRead<C, Path, Q>
    : never;

/** A GET operation whose response depends on the caller and the catalog view only. The fast path responds to it, too. */
export interface CachedRead<C = Callers, Path extends string = string, Q extends Fields = Fields> {
  cached: (
    view: CatalogView,
    caller: ReaderOf<C>,
    input: { params: PathParameters<Path>; query: Parsed<Q> },
  ) => CachedResponse;
}
