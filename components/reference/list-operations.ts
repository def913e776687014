import type { OpenApiDocument, OperationObject, Verb } from '@/lib/contract/openapi/document';

const verbs: Verb[] = ['get', 'post', 'put'];

export interface ListedOperation {
  path: string;
  verb: Verb;
  operation: OperationObject;
}

/** The operations of a tag, in the document's order. */
export function listOperations({ paths }: OpenApiDocument, tag: string): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = item[verb];
      return operation?.tags.includes(tag) ? [{ path, verb, operation }] : [];
    }),
  );
}
