import { linkClassName } from '@/components/ui/text-link';
import type { OpenApiDocument, Schema } from '@/lib/contract/openapi/types';
import { labels } from './labels';
import { Code, InlineMarkdown } from './markdown';
import { type ContentGroup, ReferenceLayout, rowsClassName, Section } from './reference-layout';

/** Reference of a named schema, with those that it refers to. It is null if there is none with the name. */
export function SchemaReference({ document, name }: { document: OpenApiDocument; name: string }) {
  const schema = document.components.schemas[name];
  const others = listReferencedSchemas(document, schema).filter((other) => other !== name);
  return (
    schema && (
      <ReferenceLayout
        isPart
        title={name}
        lead={labels.schemaLead}
        contents={[
          { title: labels.contents, links: [{ id: name, label: labels.sections.fields }] },
          ...listSchemaContents(others),
        ]}
      >
        <Section id={name} title={labels.sections.fields}>
          <SchemaContent schema={schema} />
        </Section>
        <SchemaSection document={document} names={others} />
      </ReferenceLayout>
    )
  );
}

/** The named schemas that a part of the document refers to, also through others. The nearest are first. */
export function listReferencedSchemas(document: OpenApiDocument, part: unknown): string[] {
  const names = new Set(findReferences(part));
  // The loop also visits what is added meanwhile.
  for (const name of names) {
    for (const reference of findReferences(document.components.schemas[name])) names.add(reference);
  }
  return [...names];
}

function findReferences(part: unknown): string[] {
  const references = JSON.stringify(part ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return Array.from(references, ([, name = '']) => name);
}

export function listSchemaContents(names: string[]): ContentGroup[] {
  if (names.length === 0) return [];
  return [{ title: labels.sections.schemas, links: names.map((name) => ({ id: name, label: name })) }];
}

/** These named schemas with their fields. Renders nothing without names. */
export function SchemaSection({ document, names }: { document: OpenApiDocument; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <Section title={labels.sections.schemas}>
      {names.map((name) => (
        <div key={name} className="border-t border-edge pt-4 pb-12 nth-2:mt-4">
          <h3 id={name} className="scroll-mt-6 pb-1 text-lead font-medium">
            {name}
          </h3>
          <SchemaContent schema={document.components.schemas[name] ?? {}} />
        </div>
      ))}
    </Section>
  );
}

/** Fields, or the types of what is no object. */
function SchemaContent({ schema }: { schema: Schema }) {
  const isRequest = schema.additionalProperties === false;
  const alternatives = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf ?? [schema]);
  return (
    <>
      {alternatives && (
        <ul className="text-small text-soft">
          {alternatives.map((member) => (
            <li key={JSON.stringify(member)} className="flex min-h-11 items-center">
              <span>
                <TypeName schema={member} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <FieldList fields={listFields(schema)} isRequest={isRequest} />
      {isRequest && <p className="pt-2 text-small text-soft">{labels.noAdditionalFields}</p>}
    </>
  );
}

interface FieldListProps {
  fields: (Field & { location?: string })[];
  /** Requests mark required and optional fields, responses only optional ones. */
  isRequest: boolean;
}

/** Name, type and description of each field. */
export function FieldList({ fields, isRequest }: FieldListProps) {
  return (
    <dl className={rowsClassName}>
      {fields.map(({ name, location, required, description, schema }) => (
        <div key={name}>
          <dt>
            <Code>{name}</Code>
            <span className="block text-small text-soft">
              <TypeName schema={schema} />
              {location && `, ${location}`}
              {required ? isRequest && `, ${labels.required}` : `, ${labels.optional}`}
            </span>
          </dt>
          <dd>
            <InlineMarkdown>{description}</InlineMarkdown>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Field {
  /** Path of a nested field: `data.versions`. */
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
}

/** The fields of an object and of nested objects that have no named schema. */
export function listFields(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix + key;
    const required = schema.required?.includes(key) ?? false;
    const { nested, suffix } = findNestedObject(field);
    return [
      { name, required, description: field.description ?? '', schema: field },
      ...(nested ? listFields(nested, `${name}${suffix}.`) : []),
    ];
  });
}

/** The object schema of a field that is an object, an array or map of objects, or a nullable object. */
function findNestedObject(field: Schema): { nested: Schema | undefined; suffix: string } {
  if (field.properties) return { nested: field, suffix: '' };
  if (field.items?.properties) return { nested: field.items, suffix: '[]' };
  if (typeof field.additionalProperties === 'object' && field.additionalProperties.properties) {
    return { nested: field.additionalProperties, suffix: '.*' };
  }
  return { nested: field.anyOf?.find((each) => each.properties), suffix: '' };
}

/** A type, with links to named schemas. */
export function TypeName({ schema }: { schema: Schema }) {
  return describeType(schema).map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <a key={part.schemaName} href={`#${part.schemaName}`} className={linkClassName}>
        {part.schemaName}
      </a>
    ),
  );
}

type TypePart = string | { schemaName: string };

/** A type as text: `array of Version or null`, `string (1 to 255 characters)`. */
export function describeType(schema: Schema): TypePart[] {
  const { types } = labels;
  if (schema.$ref) return [{ schemaName: getSchemaName(schema.$ref) }];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum) return [`${types.oneOf} ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`];
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return joinParts(` ${types.or} `, alternatives.map(describeType));
  if (schema.items) return [`${types.arrayOf} `, ...describeType(schema.items)];
  if (typeof schema.additionalProperties === 'object' && !schema.properties) {
    return [`${types.mapOf} `, ...describeType(schema.additionalProperties)];
  }
  const type = [schema.type ?? types.any].flat().join(` ${types.or} `);
  const bounds = describeBounds(schema);
  return [bounds === null ? type : `${type} (${bounds})`];
}

/** `Version` of `#/components/schemas/Version`. */
export function getSchemaName(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}

function describeBounds(schema: Schema): string | null {
  const { minLength, maxLength, maximum } = schema;
  const minimum =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1);
  if (minLength !== undefined || maxLength !== undefined) {
    return labels.types.characters(minLength, maxLength);
  }
  if (minimum !== undefined || maximum !== undefined) return labels.types.range(minimum, maximum);
  return schema.format ?? null;
}

function joinParts(separator: string, parts: TypePart[][]): TypePart[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [separator, ...part]));
}
