import type { ExampleObject, OpenApiDocument, Reference, ResponseObject } from './types';

/** What a reference names in the document. An object that is no reference is returned as it is. */
export function resolveExample(document: OpenApiDocument, example: ExampleObject | Reference): ExampleObject {
  return '$ref' in example ? find(document.components.examples, example) : example;
}

/** The same for a response. */
export function resolveResponse(
  document: OpenApiDocument,
  response: ResponseObject | Reference,
): ResponseObject {
  return '$ref' in response ? find(document.components.responses, response) : response;
}

function find<T>(components: Record<string, T>, { $ref }: Reference): T {
  const component = components[$ref.split('/').at(-1) ?? ''];
  if (!component) throw new Error(`The document has no ${$ref}.`);
  return component;
}
