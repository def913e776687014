import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Schema } from '@/lib/contract/openapi/document';

export interface DescribedShapes {
  /** What is wrong with `value` by the schema at this place of the document; empty where nothing is. */
  findFaults(place: string[], value: unknown): string[];
}

/**
 * The schemas of a description, closed: it leaves the objects of answers open, because changes only add, but today's
 * server must not send a field that today's description does not know.
 */
export function readShapes(document: OpenApiDocument): DescribedShapes {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    // Or each of a hundred answers compiles the shape of a refusal for itself.
    inlineRefs: false,
    formats: { date: true },
  });
  ajv.addVocabulary(Object.keys(document));
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, close(schema)]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) };
  ajv.addSchema({ ...document, components }, 'description');
  return {
    findFaults(place, value) {
      const pointer = place.map((part) =>
        encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
      );
      const validate = ajv.getSchema(`description#/${pointer.join('/')}`);
      if (!validate) return [`The description has nothing at ${place.join(' / ')}.`];
      validate(value);
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) => `${instancePath || 'It'} ${message} ${JSON.stringify(params)}`,
      );
    },
  };
}

function close(schema: Schema): Schema {
  const closed = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, closeWithin(keyword, value)]),
  );
  return schema.properties && schema.additionalProperties === undefined
    ? { ...closed, additionalProperties: false }
    : closed;
}

function closeWithin(keyword: string, value: unknown): unknown {
  if (keyword === 'anyOf') return (value as Schema[]).map(close);
  if (keyword === 'items') return close(value as Schema);
  if (keyword === 'additionalProperties') return typeof value === 'object' ? close(value as Schema) : value;
  if (keyword !== 'properties') return value;
  const properties = Object.entries(value as Record<string, Schema>);
  return Object.fromEntries(properties.map(([name, schema]) => [name, close(schema)]));
}
