import type { OpenApiDocument, Schema } from '@/lib/contract/openapi/types';
import {
  type ClientOperation,
  getReferenceName,
  type HeaderOption,
  listClientOperations,
  wrapText,
} from './list-client-operations';

const headerArguments: Record<HeaderOption, string> = {
  account: 'account: Optional[str] = ...',
  actor: 'actor: Optional[RequestActor] = ...',
  embeddingOrigin: 'embedding_origin: Optional[str] = ...',
  revision: 'revision: Optional[str] = ...',
  idempotencyKey: 'idempotency_key: Optional[str] = ...',
};

/** `examples/generated/api_types.py`: the types of all schemas and operations, and a table of the operations. */
export function createPythonTypes(document: OpenApiDocument): string {
  const operations = listClientOperations(document);
  const writer = new TypeWriter(Object.keys(document.components.schemas));
  for (const [name, schema] of Object.entries(document.components.schemas)) writer.writeNamed(name, schema);
  const calls = operations.map((operation) => renderCall(writer, operation));
  const lists = operations.flatMap((operation) =>
    operation.item ? [renderList(writer, operation, operation.item)] : [],
  );
  return `"""Types and operations of the API, version ${document.info.version}. Generated from its OpenAPI document: do not edit.

The reference of the API describes the fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Generic, Iterator, List, Literal, Optional, TypedDict, TypeVar, Union, overload

Body = TypeVar("Body")


class RequestActor(TypedDict):
    """The user of your application who does something."""

    user_id: str
    name: str


@dataclass(frozen=True)
class Result(Generic[Body]):
    """The answer of an operation."""

    body: Body
    # Whether App Versions does not answer, so that this is the last known answer.
    stale: bool
    # When App Versions sent or confirmed it. Unix seconds.
    read_at: float
    # Identifies the state. Sent as \`revision\` with what confirms it.
    etag: Optional[str]


class _Operation(TypedDict, total=False):
    method: str
    path: str
    is_cacheable: bool
    is_idempotent: bool


# How each operation is called.
OPERATIONS: Dict[str, _Operation] = {
${operations.map(renderTableRow).join('\n')}
}

${writer.text}

class Operations:
    """The arguments and results of each operation."""

${calls.join('\n')}
    def call(self, operation: str, **arguments: Any) -> Any:
        """Calls an operation of the reference. \`timeout\` is that of an attempt, in seconds."""
        return self._call(operation, arguments)

${lists.join('\n')}
    def list_all(self, operation: str, **arguments: Any) -> Iterator[Any]:
        """Requests the pages of a list one after another, and returns their items."""
        return self._list_all(operation, arguments)

    # The client has both.

    def _call(self, operation: str, arguments: Dict[str, Any]) -> Result[Any]:
        raise NotImplementedError

    def _list_all(self, operation: str, arguments: Dict[str, Any]) -> Iterator[Any]:
        raise NotImplementedError
`;
}

function renderTableRow({ id, method, path, isCacheable, headers }: ClientOperation): string {
  const flags = [
    ...(isCacheable ? ['"is_cacheable": True'] : []),
    ...(headers.includes('idempotencyKey') ? ['"is_idempotent": True'] : []),
  ];
  return `    "${id}": {${[`"method": "${method}"`, `"path": "${path}"`, ...flags].join(', ')}},`;
}

function renderCall(writer: TypeWriter, operation: ClientOperation): string {
  const result = writer.getType(operation.response, `${toTypeName(operation.id)}Response`);
  return renderOverload(writer, operation, 'call', `Result[${result}]`);
}

function renderList(writer: TypeWriter, operation: ClientOperation, item: Schema): string {
  const type = writer.getType(item, `${toTypeName(operation.id)}Item`);
  return renderOverload(writer, operation, 'list_all', `Iterator[${type}]`);
}

function renderOverload(
  writer: TypeWriter,
  { id, summary, pathParameters, query, body, headers }: ClientOperation,
  name: string,
  result: string,
): string {
  const type = toTypeName(id);
  const given = [
    ...(pathParameters ? [`path: "${writer.writePath(pathParameters)}"`] : []),
    ...(query
      ? [`query: "${writer.writeOnce(`${type}Query`, query)}"${query.required?.length ? '' : ' = ...'}`]
      : []),
    ...(body ? [`body: ${writer.getType(body, `${type}Body`)}`] : []),
    ...headers.map((header) => headerArguments[header]),
    'timeout: Optional[float] = ...',
  ];
  return `    @overload
    def ${name}(
        self,
        operation: Literal["${id}"],
        *,
${given.map((each) => `        ${each},\n`).join('')}    ) -> ${result}:
        """${summary}."""
`;
}

function toTypeName(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

/** Words that are not names in Python. */
const keywords = [
  'from',
  'class',
  'global',
  'in',
  'is',
  'not',
  'or',
  'and',
  'for',
  'if',
  'with',
  'import',
  'pass',
];

/** Writes a class for each object, because Python has no types without a name. */
class TypeWriter {
  text = '';
  private readonly names: Set<string>;
  /** Names of written objects by their content. */
  private readonly written = new Map<string, string>();

  constructor(names: string[]) {
    this.names = new Set(names);
  }

  writeNamed(name: string, schema: Schema): void {
    if (isObject(schema)) this.writeObject(name, schema);
    else this.text += `\n${name} = ${this.getType(schema, name)}\n`;
  }

  /** Operations with the same parameters share a class. */
  writePath(schema: Schema): string {
    return this.writeOnce(
      `${Object.keys(schema.properties ?? {})
        .map(toClassName)
        .join('')}Path`,
      schema,
    );
  }

  writeOnce(name: string, schema: Schema): string {
    if (!this.names.has(name)) this.writeObject(name, schema);
    this.names.add(name);
    return name;
  }

  /** The type of a value. An object without a name gets \`name\`. */
  getType(schema: Schema, name: string): string {
    const { $ref, type, anyOf, oneOf, items, additionalProperties } = schema;
    if ($ref) return `"${getReferenceName($ref)}"`;
    const values = schema.enum ?? (schema.const === undefined ? null : [schema.const]);
    if (values) return `Literal[${values.map(renderValue).join(', ')}]`;
    if (isObject(schema)) return `"${this.writeObject(null, schema, name)}"`;
    const alternatives = anyOf ?? oneOf;
    if (alternatives) return renderUnion(alternatives.map((each) => this.getType(each, name)));
    if (Array.isArray(type))
      return renderUnion(type.map((each) => this.getType({ ...schema, type: each }, name)));
    if (type === 'array') return `List[${this.getType(items ?? {}, name)}]`;
    if (type === 'object') {
      const value = typeof additionalProperties === 'object' ? additionalProperties : {};
      return `Dict[str, ${this.getType(value, name)}]`;
    }
    const types: Record<string, string> = {
      string: 'str',
      integer: 'int',
      number: 'float',
      boolean: 'bool',
      null: 'None',
    };
    return types[type ?? ''] ?? 'Any';
  }

  /** Returns the name of the class. One of the same content is used again, unless `fixedName` is given. */
  private writeObject(fixedName: string | null, schema: Schema, wishedName = ''): string {
    const content = JSON.stringify(schema, (key, value) => (key === 'description' ? undefined : value));
    const existing = this.written.get(content);
    if (fixedName === null && existing) return existing;
    const name = fixedName ?? this.findFreeName(wishedName);
    if (fixedName === null) this.written.set(content, name);
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => ({
      field,
      type: this.getType(value, `${name}${toClassName(field)}`),
      isRequired: required.has(field),
    }));
    const isName = fields.every(({ field }) => !keywords.includes(field));
    const groups = [true, false].map((isRequired) => fields.filter((each) => each.isRequired === isRequired));
    const [needed = [], optional = []] = groups;
    const docstring = schema.description
      ? `    """${wrapText(schema.description, 100).join('\n    ')}"""\n\n`
      : '';
    const renderFields = (list: typeof fields) =>
      list.map(({ field, type }) => `    ${field}: ${type}\n`).join('');
    if (!isName) {
      // A field of this name needs the other way to write a type.
      const parts = [needed, optional].map(
        (list, index) =>
          `\n_${name}${index} = TypedDict("_${name}${index}", {${list.map(({ field, type }) => `"${field}": ${type}`).join(', ')}}${index === 1 ? ', total=False' : ''})\n`,
      );
      this.text += `${parts.join('')}\n\nclass ${name}(_${name}0, _${name}1):\n${docstring || '    pass\n'}\n`;
    } else if (needed.length > 0 && optional.length > 0) {
      this.text += `\nclass _${name}(TypedDict):\n${renderFields(needed)}\n\nclass ${name}(_${name}, total=False):\n${docstring}${renderFields(optional)}\n`;
    } else {
      const total = needed.length > 0 ? '' : ', total=False';
      this.text += `\nclass ${name}(TypedDict${total}):\n${docstring}${renderFields(fields) || '    pass\n'}\n`;
    }
    return name;
  }

  private findFreeName(wished: string): string {
    let name = wished;
    for (let number = 2; this.names.has(name); number++) name = `${wished}${number}`;
    this.names.add(name);
    return name;
  }
}

function isObject({ type, properties }: Schema): boolean {
  return type === 'object' && properties !== undefined;
}

function toClassName(field: string): string {
  return field.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

function renderValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

function renderUnion(types: string[]): string {
  const distinct = [...new Set(types)];
  const others = distinct.filter((type) => type !== 'None');
  const union = others.length === 1 ? others[0]! : `Union[${others.join(', ')}]`;
  return distinct.length > others.length ? `Optional[${union}]` : union;
}
