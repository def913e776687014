import type { Schema } from '@/lib/contract/openapi/document';

export interface Field {
  /** Dotted where it lies within: `data.versions`. */
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
}

/** The fields of an object, those of objects within it too, as long as these have no shape of their own. */
export function listFields(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix + key;
    const required = schema.required?.includes(key) ?? false;
    const { within, suffix } = lookWithin(field);
    return [
      { name, required, description: field.description ?? '', schema: field },
      ...(within ? listFields(within, `${name}${suffix}.`) : []),
    ];
  });
}

/** The object that a field holds, holds many of, or holds unless it is null. */
function lookWithin(field: Schema): { within: Schema | undefined; suffix: string } {
  if (field.properties) return { within: field, suffix: '' };
  if (field.items?.properties) return { within: field.items, suffix: '[]' };
  if (typeof field.additionalProperties === 'object' && field.additionalProperties.properties) {
    return { within: field.additionalProperties, suffix: '.*' };
  }
  return { within: field.anyOf?.find((each) => each.properties), suffix: '' };
}
