import type { Reference } from '@/components/text/reference';
import type { Schema } from '@/lib/contract/openapi/document';

/** A piece of a type in words: a text, or the name of a shape that has a place of its own. */
export type TypeWord = string | { shape: string };

type Words = Reference['types'];

/** A schema in words: `array of Version or null`, `string (1 to 255 characters)`. */
export function typeWords(schema: Schema, words: Words): TypeWord[] {
  if (schema.$ref) return [{ shape: shapeName(schema.$ref) }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [`${words.oneOf} ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`];
  if (schema.anyOf)
    return joinWith(
      ` ${words.or} `,
      schema.anyOf.map((each) => typeWords(each, words)),
    );
  if (schema.items) return [`${words.arrayOf} `, ...typeWords(schema.items, words)];
  if (typeof schema.additionalProperties === 'object' && !schema.properties) {
    return [`${words.mapOf} `, ...typeWords(schema.additionalProperties, words)];
  }
  const type = [schema.type ?? words.anything].flat().join(` ${words.or} `);
  const bounds = boundWords(schema, words);
  return [bounds === null ? type : `${type} (${bounds})`];
}

export function shapeName(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function boundWords(schema: Schema, words: Words): string | null {
  const { minLength, maxLength, maximum } = schema;
  const minimum =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1);
  if (minLength !== undefined || maxLength !== undefined) return words.characters(minLength, maxLength);
  if (minimum !== undefined || maximum !== undefined) return words.from(minimum, maximum);
  return schema.format ?? null;
}

function joinWith(between: string, parts: TypeWord[][]): TypeWord[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [between, ...part]));
}
