import type { ExampleObject, OpenApiDocument, Reference } from '@/lib/contract/openapi/document';

/** The example itself, wherever the document keeps it. */
export function findExample(
  document: OpenApiDocument,
  example: ExampleObject | Reference,
): ExampleObject | undefined {
  if (!('$ref' in example)) return example;
  return document.components.examples[example.$ref.split('/').at(-1) ?? ''];
}

export function exampleValue(document: OpenApiDocument, example: ExampleObject | Reference): unknown {
  return findExample(document, example)?.value;
}
