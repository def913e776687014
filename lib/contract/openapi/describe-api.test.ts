import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, test } from 'vitest';
import { readShapes } from '@/lib/ops/testing/described-shapes';
import { problems } from '../errors';
import { describeApi } from './describe-api';
import type { ExampleObject, MediaType, OperationObject, Reference, Schema } from './document';

const description = describeApi();
const shapes = readShapes(description);

const described = Object.entries(description.paths).flatMap(([path, { servers: _, ...methods }]) =>
  Object.entries(methods).map(([verb, operation]) => ({
    path,
    verb,
    operation: operation as OperationObject,
  })),
);

interface Place {
  name: string;
  place: string[];
  media: MediaType;
}

/** Every body that goes over the wire, with where the document has it. */
const bodies: Place[] = [
  ...described.flatMap(({ path, verb, operation }) => {
    const at = ['paths', path, verb];
    const sent = Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => ({
      name: `${operation.operationId} takes ${type}`,
      place: [...at, 'requestBody', 'content', type, 'schema'],
      media,
    }));
    const answered = Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.entries(content).map(([type, media]) => ({
        name: `${operation.operationId} answers ${status} ${type}`,
        place: [...at, 'responses', status, 'content', type, 'schema'],
        media,
      })),
    );
    return [...sent, ...answered];
  }),
  ...Object.entries(description.components.responses).flatMap(([response, { content }]) =>
    Object.entries(content).map(([type, media]) => ({
      name: `${response} ${type}`,
      place: ['components', 'responses', response, 'content', type, 'schema'],
      media,
    })),
  ),
];

function resolve(example: ExampleObject | Reference): unknown {
  if (!('$ref' in example)) return example.value;
  return description.components.examples[example.$ref.split('/').at(-1) ?? '']?.value;
}

describe('as a document', () => {
  const validator = new Validator();
  const validate = (document: object) => validator.validate({ ...structuredClone(document) });

  it('is OpenAPI 3.1', async () => {
    expect(await validate(description)).toEqual({ valid: true });
  });

  it('would not be with a fault', async () => {
    const list = description.paths['/app/versions'];
    const faults = [
      { 'no-slash': {} },
      { '/x': { ...list, fetch: list?.get } },
      { '/x': { get: { ...list?.get, responses: { 200: {} } } } },
      { '/x': { get: { ...list?.get, parameters: [{ name: 'a', in: 'body' }] } } },
      { '/x': { $ref: '#/components/pathItems/nowhere' } },
    ];
    for (const paths of faults) {
      expect([paths, (await validate({ ...description, paths })).valid]).toEqual([paths, false]);
    }
  });

  it('has schemas that are JSON Schema', () => {
    for (const name of Object.keys(description.components.schemas)) {
      expect(() => shapes.findFaults(['components', 'schemas', name], {})).not.toThrow();
    }
    const { components } = description;
    const schemas = { ...components.schemas, Version: { type: 'strng' } };
    const faulty = readShapes({ ...description, components: { ...components, schemas } });
    expect(() => faulty.findFaults(['components', 'schemas', 'Version'], {})).toThrow('type must be');
  });

  it('names each operation once', () => {
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares the parameters that stand in a path', () => {
    for (const { path, operation } of described) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name, required }) => [name, required])).toEqual(
        named.map((name) => [name, true]),
      );
    }
  });

  it('is the same each time', () => {
    expect(describeApi()).toEqual(description);
  });
});

describe('examples', () => {
  it.each(bodies)('$name, with examples that are right', ({ place, media }) => {
    const examples = Object.values(media.examples);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(shapes.findFaults(place, resolve(example))).toEqual([]);
  });

  it('would show a field that is missing, wrong or unknown', () => {
    const { place, media } = bodies.find(
      ({ name }) => name === 'readVersion answers 200 application/json',
    ) as Place;
    const right = resolve(Object.values(media.examples)[0] as ExampleObject) as Record<string, unknown>;
    for (const wrong of [
      { ...right, id: undefined },
      { ...right, fee: '1' },
      { ...right, colour: 'red' },
    ]) {
      const sent = JSON.parse(JSON.stringify(wrong));
      expect(shapes.findFaults(place, sent)).not.toEqual([]);
    }
  });

  it('would show a code that the operation does not have', () => {
    const place = [
      'paths',
      '/app/versions',
      'get',
      'responses',
      '404',
      'content',
      'application/problem+json',
      'schema',
    ];
    const { examples } = description.components;
    expect(shapes.findFaults(place, examples.account_not_found?.value)).toEqual([]);
    expect(shapes.findFaults(place, examples.version_not_found?.value)).not.toEqual([]);
  });

  it('of parameters are right', () => {
    for (const { path, verb, operation } of described) {
      for (const [index, { example }] of (operation.parameters ?? []).entries()) {
        if (example === undefined) continue;
        const place = ['paths', path, verb, 'parameters', String(index), 'schema'];
        expect(shapes.findFaults(place, example)).toEqual([]);
      }
    }
  });
});

test('every code of the table is the answer of something', () => {
  const answered = bodies.flatMap(({ media }) => media.schema.allOf?.[1]?.properties?.code?.enum ?? []);
  expect(new Set(answered)).toEqual(new Set(Object.keys(problems)));
});

test('every field and parameter says what it is', () => {
  const parameters = described.flatMap(({ operation }) => operation.parameters ?? []);
  const silent = [
    ...parameters.filter((parameter) => !parameter.description).map(({ name }) => name),
    ...Object.entries(description.components.schemas).flatMap(([name, schema]) => findSilent(name, schema)),
  ];
  expect(silent).toEqual([]);
});

function findSilent(path: string, schema: Schema): string[] {
  const within = [schema.items, ...(schema.anyOf ?? []), schema.additionalProperties];
  const fields = Object.entries(schema.properties ?? {});
  return [
    // An object is silent where its fields speak.
    ...fields
      .filter(([, field]) => !field.description && !field.$ref && !field.properties)
      .map(([name]) => `${path}.${name}`),
    ...fields.flatMap(([name, field]) => findSilent(`${path}.${name}`, field)),
    ...within.flatMap((each) => (typeof each === 'object' ? findSilent(path, each) : [])),
  ];
}
