import type { OpenApiDocument, Schema } from '@/lib/contract/openapi/types';
import {
  type ClientOperation,
  getReferenceName,
  type HeaderOption,
  listClientOperations,
  wrapText,
} from './list-client-operations';

const headers: Record<HeaderOption, { type: string; comment: string }> = {
  account: { type: 'string', comment: 'The ID that your application gave the account, or its `acc_…` ID.' },
  actor: { type: '{ user_id: string; name: string }', comment: 'The user of your application who does it.' },
  embeddingOrigin: { type: 'string', comment: 'For a token: the origin of the page around the frame.' },
  revision: { type: 'string', comment: 'What was confirmed: `etag` of its response, or `revision` in it.' },
  idempotencyKey: { type: 'string', comment: 'Default: a new one for each call, the same for its attempts.' },
};

/** `examples/generated/api-types.ts`: the types of all schemas and operations, and a table of the operations. */
export function createTypeScriptTypes(document: OpenApiDocument): string {
  const operations = listClientOperations(document);
  const schemas = Object.entries(document.components.schemas);
  return `// Types and operations of the API, version ${document.info.version}. Generated from its OpenAPI document: do not edit.

${schemas.map(([name, schema]) => renderNamedSchema(name, schema)).join('\n\n')}

/** What a client sends in headers. */
export interface HeaderOptions {
${Object.entries(headers)
  .map(([name, { type, comment }]) => `  /** ${comment} */\n  ${name}?: ${type};`)
  .join('\n')}
}

/** What each operation takes and returns. */
export interface Operations {
${operations.map(renderOperation).join('\n')}
}

/** How each operation is called. */
export const operations = {
${operations.map(renderTableRow).join('\n')}
} as const;
`;
}

function renderNamedSchema(name: string, schema: Schema): string {
  const type = renderType(schema, '');
  const isInterface = type.startsWith('{') && type.indexOf('\n}') === type.length - 2;
  const declaration = isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
  return `${renderComment(schema.description, '')}${declaration}`;
}

function renderOperation({ id, summary, response, ...operation }: ClientOperation): string {
  return `  /** ${summary}. */
  ${id}: { parameters: ${renderParameters(operation)}; response: ${renderType(response, '  ')} };`;
}

function renderParameters(operation: Omit<ClientOperation, 'id' | 'summary' | 'response'>): string {
  const { pathParameters, query, body, headers: names } = operation;
  const fields = [
    ...(pathParameters ? [`path: ${renderType(pathParameters, '    ')};`] : []),
    ...(query ? [`query${query.required?.length ? '' : '?'}: ${renderType(query, '    ')};`] : []),
    ...(body ? [`body: ${renderType(body, '    ')};`] : []),
  ];
  const parts = [
    ...(fields.length > 0 ? [`{\n${fields.map((field) => `    ${field}\n`).join('')}  }`] : []),
    ...(names.length > 0 ? [`Pick<HeaderOptions, ${renderUnion(names.map(renderValue))}>`] : []),
  ];
  return parts.join(' & ') || 'object';
}

function renderTableRow({ id, method, path, item, isCacheable, headers }: ClientOperation): string {
  const flags = [
    ...(isCacheable ? ['isCacheable: true'] : []),
    ...(headers.includes('idempotencyKey') ? ['isIdempotent: true'] : []),
    ...(item ? ['isList: true'] : []),
  ];
  return `  ${id}: { ${[`method: '${method}'`, `path: '${path}'`, ...flags].join(', ')} },`;
}

/** The type of a value. `indent` is that of its first line. */
function renderType(schema: Schema, indent: string): string {
  const { $ref, type, properties, anyOf, oneOf } = schema;
  if ($ref) return getReferenceName($ref);
  if (schema.const !== undefined) return renderValue(schema.const);
  if (schema.enum) return renderUnion(schema.enum.map(renderValue));
  // One of several sets of fields is required.
  const alternatives = anyOf ?? oneOf;
  if (properties && alternatives) {
    const rendered = alternatives.map((each) => renderAlternative(schema, each, indent));
    return `${renderObject(schema, indent)} & (${rendered.join(' | ')})`;
  }
  if (alternatives) return renderUnion(alternatives.map((each) => renderType(each, indent)));
  if (Array.isArray(type)) {
    return renderUnion(type.map((each) => renderType({ ...schema, type: each }, indent)));
  }
  if (type === 'array') return renderArray(schema.items ?? {}, indent);
  if (type === 'object') return renderObject(schema, indent);
  if (type === 'integer') return 'number';
  return type ?? 'unknown';
}

function renderAlternative({ properties }: Schema, alternative: Schema, indent: string): string {
  const own = alternative.properties ?? {};
  const names = alternative.required ?? Object.keys(own);
  const fields = names.map((name) => [name, { ...properties?.[name], ...own[name] }] as const);
  return `{ ${fields.map(([name, schema]) => `${name}: ${renderType(schema, indent)}`).join('; ')} }`;
}

function renderValue(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function renderUnion(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function renderArray(items: Schema, indent: string): string {
  const type = renderType(items, indent);
  return / [|&] /.test(type.replace(/\{[\s\S]*\}/, '')) ? `(${type})[]` : `${type}[]`;
}

function renderObject({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const others = typeof additionalProperties === 'object' ? renderType(additionalProperties, indent) : null;
  if (!properties) return `Record<string, ${others ?? 'unknown'}>`;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const inner = `${indent}  `;
    const comment = renderComment(schema.description, inner);
    return `${comment}${inner}${name}${isRequired ? '' : '?'}: ${renderType(schema, inner)};\n`;
  });
  const index = others ? `${indent}  [name: string]: ${others};\n` : '';
  return `{\n${fields.join('')}${index}${indent}}`;
}

function renderComment(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = wrapText(text.replaceAll('*/', '*\\/'), 110 - indent.length);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}
