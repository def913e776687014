import type { z } from 'zod';

// The spelling rule between layers: a field is camelCase in the domain and in Prisma, and snake_case on the wire, in the
// extension of a price list, and in the database.

/** `user_fee` as `userFee`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Fields of the wire by the names of the domain. */
export type CamelCaseFields<Fields, Name extends keyof Fields & string> = {
  [Each in Name as CamelCase<Each>]: Fields[Each];
};

export function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type Fields<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** What a row has for a field. Times are Unix seconds on the wire. */
type Stored<Value> = Value extends number ? Value | Date : Value;

/**
 * Returns a function that picks the fields of a schema, in its order, from a row with camelCase names. Fields that are not
 * those of the row are its second argument.
 */
export function createSerializer<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).map((name) => [name, toCamelCase(name)] as const);
  return <Computed extends Partial<Fields<Shape>> = Record<never, never>>(
    row: {
      [Name in Exclude<keyof Shape & string, keyof Computed> as CamelCase<Name>]: Stored<
        z.output<Shape[Name]>
      >;
    },
    computed?: Computed,
  ): Fields<Shape> => {
    const fields: Record<string, unknown> = {};
    for (const [name, source] of names) {
      const value: unknown =
        computed && name in computed ? computed[name as keyof Computed] : row[source as keyof typeof row];
      fields[name] = value instanceof Date ? Math.floor(value.getTime() / 1000) : value;
    }
    return fields as Fields<Shape>;
  };
}
