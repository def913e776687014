import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Schema } from '@/lib/contract/openapi/types';

export interface SchemaValidator {
  /** Validates `value` against the schema at this path of the document. Returns one line per error. */
  validate(path: string[], value: unknown): string[];
}

/**
 * Creates a validator for the schemas of an OpenAPI document. The document allows additional properties in responses, so
 * that later versions can add some. The validator does not: today's server must send only documented properties.
 */
export function createSchemaValidator(document: OpenApiDocument): SchemaValidator {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    // Compile the shared schemas, such as the error body, once instead of for each response.
    inlineRefs: false,
    formats: {
      date: true,
      'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
      uri: (text: string) => URL.canParse(text),
      'uri-reference': (text: string) => URL.canParse(text, 'http://localhost'),
      int64: { type: 'number', validate: Number.isSafeInteger },
    },
  });
  ajv.addVocabulary([...Object.keys(document), 'discriminator']);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    closeSchema(schema),
  ]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) };
  ajv.addSchema({ ...document, components }, 'openapi');
  return {
    validate(path, value) {
      const pointer = path.map((part) =>
        encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
      );
      const validate = ajv.getSchema(`openapi#/${pointer.join('/')}`);
      if (!validate) return [`The OpenAPI document has no schema at ${path.join(' / ')}.`];
      validate(value);
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
}

function closeSchema(schema: Schema): Schema {
  const closed = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      // Alternatives of an object with properties are conditions on these.
      const isCondition = keyword === 'anyOf' && schema.properties;
      return [keyword, isCondition ? value : closeKeyword(keyword, value)];
    }),
  );
  return schema.properties && schema.additionalProperties === undefined
    ? { ...closed, additionalProperties: false }
    : closed;
}

function closeKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'anyOf' || keyword === 'oneOf') return (value as Schema[]).map(closeSchema);
  if (keyword === 'items') return closeSchema(value as Schema);
  if (keyword === 'additionalProperties')
    return typeof value === 'object' ? closeSchema(value as Schema) : value;
  if (keyword !== 'properties') return value;
  const properties = Object.entries(value as Record<string, Schema>);
  return Object.fromEntries(properties.map(([name, schema]) => [name, closeSchema(schema)]));
}
