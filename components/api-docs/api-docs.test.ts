import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '@/lib/contract/openapi/create-document';
import { createCurlCommand } from './examples';
import { parseSections } from './markdown';
import { describeType, listFields, listReferencedSchemas } from './schemas';

const typeText = (schema: Parameters<typeof describeType>[0]) =>
  describeType(schema)
    .map((part) => (typeof part === 'string' ? part : `<${part.schemaName}>`))
    .join('');

describe('describeType', () => {
  it.each([
    ['string', { type: 'string' }],
    ['string or null', { type: ['string', 'null'] }],
    ['string (1 to 255 characters)', { type: 'string', minLength: 1, maxLength: 255 }],
    ['string (not empty)', { type: 'string', minLength: 1 }],
    ['integer (at least 0) or null', { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }],
    ['integer (at least 1)', { type: 'integer', exclusiveMinimum: 0 }],
    ['true', { type: 'boolean', const: true }],
    ['one of "a", "b"', { type: 'string', enum: ['a', 'b'] }],
    ['array of <Version>', { type: 'array', items: { $ref: '#/components/schemas/Version' } }],
    ['map of string to boolean', { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['string (date)', { type: 'string', format: 'date' }],
  ])('%s', (text, schema) => {
    expect(typeText(schema)).toBe(text);
  });
});

it('lists nested fields with their path', () => {
  const nested = { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] };
  const schema = {
    properties: {
      a: nested,
      many: { items: nested },
      maybe: { anyOf: [nested, { type: 'null' }] },
      map: { additionalProperties: nested },
    },
    required: ['a'],
  };
  expect(listFields(schema).map(({ name, required }) => [name, required])).toEqual([
    ['a', true],
    ['a.b', true],
    ['many', false],
    ['many[].b', true],
    ['maybe', false],
    ['maybe.b', true],
    ['map', false],
    ['map.*.b', true],
  ]);
});

it('lists schemas that others refer to, also in a circle, and the nearest first', () => {
  const refer = (...names: string[]) => ({
    anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  });
  const document = createOpenApiDocument();
  const schemas = { A: refer('B', 'C'), B: refer('D'), C: {}, D: refer('A'), E: refer('A') };
  const components = { ...document.components, schemas };
  expect(listReferencedSchemas({ ...document, components }, [refer('A'), 'E'])).toEqual(['A', 'B', 'C', 'D']);
});

it('creates a curl command with shell quoting', () => {
  const document = createOpenApiDocument();
  const origin = 'https://plans.example.com';
  const path = '/accounts/{external_id}';
  const operation = document.paths[path]?.put;
  if (!operation) throw new Error('Operation not found');
  const [parameter] = operation.parameters ?? [];
  const parameters = parameter && [{ ...parameter, example: "it's 1/2" }];
  expect(
    createCurlCommand({ document, path, method: 'put', operation: { ...operation, parameters }, origin }),
  ).toBe(
    [
      "curl -X PUT 'https://plans.example.com/api/accounts/it'\\''s%201%2F2' \\",
      '  -H "Authorization: Bearer $KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      '  -d \'{\n  "title": "Example Ltd"\n}\'',
    ].join('\n'),
  );
});

it('parses sections and paragraphs', () => {
  expect(parseSections('One\nline.\n\nTwo.\n\n## Head\n\nThree.')).toEqual([
    { title: '', paragraphs: ['One line.', 'Two.'] },
    { title: 'Head', paragraphs: ['Three.'] },
  ]);
});
