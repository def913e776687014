import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, test } from 'vitest';
import { createSchemaValidator } from '@/tools/testing/schema-validator';
import { apiErrors } from '../errors';
import { createOpenApiDocument } from './create-document';
import {
  type ExampleObject,
  type MediaType,
  type OperationObject,
  type Reference,
  resolveExample,
  resolveResponse,
  type Schema,
} from './types';

const document = createOpenApiDocument();
const validator = createSchemaValidator(document);

const operations = Object.entries(document.paths).flatMap(([path, { servers: _, ...methods }]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: operation as OperationObject,
  })),
);

interface Body {
  name: string;
  schemaPath: string[];
  media: MediaType;
}

/** All request and response bodies, with the path of their schema in the document. */
const bodies: Body[] = [
  ...operations.flatMap(({ path, method, operation }) => {
    const operationPath = ['paths', path, method];
    const requests = Object.entries(operation.requestBody?.content ?? {}).map(([type, media]) => ({
      name: `request of ${operation.operationId}, ${type}`,
      schemaPath: [...operationPath, 'requestBody', 'content', type, 'schema'],
      media,
    }));
    const responses = Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.entries(resolveResponse(document, response).content).map(([type, media]) => ({
        name: `response of ${operation.operationId}, ${status} ${type}`,
        schemaPath:
          '$ref' in response
            ? [...response.$ref.split('/').slice(1), 'content', type, 'schema']
            : [...operationPath, 'responses', status, 'content', type, 'schema'],
        media,
      })),
    );
    return [...requests, ...responses];
  }),
];

const getExampleValue = (example: ExampleObject | Reference) => resolveExample(document, example).value;

describe('document', () => {
  const openApiValidator = new Validator();
  const validateDocument = (value: object) => openApiValidator.validate({ ...structuredClone(value) });

  it('is valid OpenAPI 3.1', async () => {
    expect(await validateDocument(document)).toEqual({ valid: true });
  });

  it('contains valid JSON Schema only', () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => validator.validate(['components', 'schemas', name], {})).not.toThrow();
    }
  });

  it('has unique operation IDs', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares all path parameters', () => {
    for (const { path, operation } of operations) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name, required }) => [name, required])).toEqual(
        names.map((name) => [name, true]),
      );
    }
  });

  it('refers to shared schemas', () => {
    const text = JSON.stringify(document);
    expect(text.split('"enum":["month","year"]').length - 1).toBe(1);
    expect(text.split('"enum":["key","session","operator"]').length - 1).toBe(1);
    for (const { name, media } of bodies) {
      if (name.endsWith('text/csv') || name.includes('getOpenApiDocument, 200')) continue;
      expect([name, Object.keys(media.schema)]).toEqual([name, ['$ref']]);
      if (name.endsWith('problem+json')) expect(media.schema.$ref).toBe('#/components/schemas/Problem');
    }
  });

  it('uses every component', () => {
    const text = JSON.stringify(document);
    const isUsed = (kind: string, name: string) => text.includes(`"#/components/${kind}/${name}"`);
    const { securitySchemes: _, ...components } = document.components;
    const unused = Object.entries(components).flatMap(([kind, each]) =>
      Object.keys(each).filter((name) => !isUsed(kind, name)),
    );
    expect(unused).toEqual([]);
  });

  it('discriminates events by type, and webhooks have no credentials', () => {
    expect(document.components.schemas.Event?.discriminator).toMatchObject({
      propertyName: 'type',
      mapping: { 'account.created': '#/components/schemas/AccountCreatedEvent' },
    });
    expect(Object.values(document.webhooks).map(({ post }) => post.security)).toEqual(Array(14).fill([]));
  });

  it('has the rules of a sign-in link and the format of URLs and times', () => {
    const link = ['components', 'schemas', 'PortalSessionRequest'];
    const user = { name: 'Ada Example' };
    expect(validator.validate(link, { ...user, role: 'owner', account_id: 'acc_1' })).toEqual([]);
    expect(validator.validate(link, { ...user, role: 'product' })).toEqual([]);
    expect(validator.validate(link, { ...user, role: 'owner' })).not.toEqual([]);
    const { WebhookEndpoint, AccountCreatedEvent } = document.components.schemas;
    expect(WebhookEndpoint?.properties?.url?.format).toBe('uri');
    expect(AccountCreatedEvent?.properties?.timestamp?.format).toBe('date-time');
    const [excludeMatrix] = document.paths['/app/versions']?.get?.parameters ?? [];
    expect(excludeMatrix?.schema).toEqual({ type: 'boolean' });
  });

  it('is deterministic', () => {
    expect(createOpenApiDocument()).toEqual(document);
  });
});

describe('examples', () => {
  it.each(bodies)('match the schema: $name', ({ schemaPath, media }) => {
    const examples = Object.values(media.examples);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(validator.validate(schemaPath, getExampleValue(example))).toEqual([]);
    }
  });

  it('of parameters match their schema', () => {
    for (const { path, method, operation } of operations) {
      for (const [index, { example }] of (operation.parameters ?? []).entries()) {
        if (example === undefined) continue;
        const schemaPath = ['paths', path, method, 'parameters', String(index), 'schema'];
        expect(validator.validate(schemaPath, example)).toEqual([]);
      }
    }
  });
});

test('every list has pages', () => {
  const lists = operations.filter(({ operation }) => {
    const success = operation.responses['200'];
    const { content = {} } = success ? resolveResponse(document, success) : {};
    const { $ref = '' } = content['application/json']?.schema ?? {};
    const { properties = {} } = document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {};
    if (!properties.payload && properties.data?.type !== 'array') return false;
    expect([$ref, Object.keys(properties)]).toEqual([
      $ref,
      expect.arrayContaining(['next_cursor', 'has_more']),
    ]);
    const names = operation.parameters?.map(({ name }) => name);
    expect([$ref, names]).toEqual([$ref, expect.arrayContaining(['limit', 'cursor'])]);
    return true;
  });
  expect(lists.map(({ operation }) => operation.operationId).sort()).toEqual([
    'listAccountFeatures',
    'listAccountKeys',
    'listAccountSessions',
    'listAccounts',
    'listAudit',
    'listChanges',
    'listEditionNotes',
    'listEditions',
    'listEvents',
    'listGrants',
    'listMoves',
    'listNotices',
    'listOptionHistory',
    'listRequests',
    'listVersionHistory',
    'listWebhookDeliveries',
    'listWebhookEndpoints',
  ]);
});

test('every POST that changes something takes an Idempotency-Key', () => {
  const without = operations.filter(
    ({ method, operation }) =>
      method === 'post' &&
      operation.operationId !== 'checkCatalog' &&
      !operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
  );
  expect(without).toEqual([]);
});

test('descriptions call an optional feature by one name', () => {
  expect(
    JSON.stringify(document)
      .match(/"[^"]*\boffers? [^"]*"/gi)
      ?.filter((text) => !text.includes('An app offers')),
  ).toEqual([]);
});

test('every error code is an example of a response, except those that belong to no operation', () => {
  const problems = bodies.filter(({ name }) => name.endsWith('application/problem+json'));
  const used = problems.flatMap(({ media }) => Object.keys(media.examples));
  const others = ['not_found', 'method_not_allowed'];
  expect(new Set([...used, ...others])).toEqual(new Set(Object.keys(apiErrors)));
});

test('every field and parameter has a description', () => {
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
  const undescribed = [
    ...parameters.filter((parameter) => !parameter.description).map(({ name }) => name),
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      findUndescribedFields(name, schema),
    ),
  ];
  expect(undescribed).toEqual([]);
});

function findUndescribedFields(path: string, schema: Schema): string[] {
  const nested = [schema.items, ...(schema.anyOf ?? []), schema.additionalProperties];
  const fields = Object.entries(schema.properties ?? {});
  return [
    // An object needs no description if its fields have one.
    ...fields
      .filter(([, field]) => !field.description && !field.$ref && !field.properties)
      .map(([name]) => `${path}.${name}`),
    ...fields.flatMap(([name, field]) => findUndescribedFields(`${path}.${name}`, field)),
    ...nested.flatMap((each) => (typeof each === 'object' ? findUndescribedFields(path, each) : [])),
  ];
}
