import { describe, expect, it } from 'vitest';
import { reference } from '@/components/text/reference';
import { describeApi } from '@/lib/contract/openapi/describe-api';
import { listFields } from './list-fields';
import { readChapters } from './prose';
import { sampleRequest } from './sample-request';
import { typeWords } from './type-words';

const words = (schema: Parameters<typeof typeWords>[0]) =>
  typeWords(schema, reference.types)
    .map((word) => (typeof word === 'string' ? word : `<${word.shape}>`))
    .join('');

describe('a type in words', () => {
  it.each([
    ['string', { type: 'string' }],
    ['string or null', { type: ['string', 'null'] }],
    ['string (1 to 255 characters)', { type: 'string', minLength: 1, maxLength: 255 }],
    ['string (not empty)', { type: 'string', minLength: 1 }],
    ['integer (from 0) or null', { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] }],
    ['integer (from 1)', { type: 'integer', exclusiveMinimum: 0 }],
    ['true', { type: 'boolean', const: true }],
    ['one of "a", "b"', { type: 'string', enum: ['a', 'b'] }],
    ['array of <Version>', { type: 'array', items: { $ref: '#/components/schemas/Version' } }],
    ['object, by key: boolean', { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['string (date)', { type: 'string', format: 'date' }],
  ])('%s', (text, schema) => {
    expect(words(schema)).toBe(text);
  });
});

it('lists what lies within an object under its own name', () => {
  const inner = { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] };
  const schema = {
    properties: {
      a: inner,
      many: { items: inner },
      maybe: { anyOf: [inner, { type: 'null' }] },
      map: { additionalProperties: inner },
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

it('writes a request that a shell can send', () => {
  const document = describeApi();
  const origin = 'https://plans.example.com';
  const path = '/accounts/{external_id}';
  const operation = document.paths[path]?.put;
  if (!operation) throw new Error('There is no such operation.');
  const [parameter] = operation.parameters ?? [];
  const parameters = parameter && [{ ...parameter, example: "it's 1/2" }];
  expect(
    sampleRequest({ document, path, verb: 'put', operation: { ...operation, parameters }, origin }),
  ).toBe(
    [
      "curl -X PUT 'https://plans.example.com/api/accounts/it'\\''s%201%2F2' \\",
      '  -H "Authorization: Bearer $KEY" \\',
      "  -H 'Content-Type: application/json' \\",
      '  -d \'{\n  "title": "Example Ltd"\n}\'',
    ].join('\n'),
  );
});

it('reads chapters and their paragraphs', () => {
  expect(readChapters('One\nline.\n\nTwo.\n\n## Head\n\nThree.')).toEqual([
    { title: null, paragraphs: ['One line.', 'Two.'] },
    { title: 'Head', paragraphs: ['Three.'] },
  ]);
});
