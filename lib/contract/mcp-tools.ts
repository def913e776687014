import { z } from 'zod';
import { type OperationId, operations } from './operations';
import { type CallerKind, type Callers, listCallers, type Operation } from './operations/operation';

// The tools of the Model Context Protocol (docs/decisions/0043-mcp.md). A tool is an operation that reads, or stores nothing that
// takes effect without a person.

/** A tool as `tools/list` has it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: false;
    idempotentHint: boolean;
    openWorldHint: false;
  };
}

type ToolOperation = Operation<string, Callers>;

export interface Tool extends ToolDescription {
  operation: ToolOperation;
  /** Whether the caller has the rights of a member, so that what it asks for waits for an owner. */
  asMember: boolean;
}

/** Reads that return a credential or a copy of personal data. */
const otherReads: ReadonlySet<string> = new Set<OperationId>([
  'getSignedEntitlements',
  'getCredentialUser',
  'exportAccount',
]);

/** The operations with another method that are tools, by the names of their tools. */
const otherTools: Record<
  string,
  { id: 'checkCatalog' | 'createEdition' | 'createChange'; description?: string; asMember?: boolean }
> = {
  checkCatalog: { id: 'checkCatalog' },
  createDraft: {
    id: 'createEdition',
    description:
      'Creates a draft of the price list from a text, from the text of an edition, or from the live catalog. A draft can have problems. It ' +
      'changes nothing for accounts: people of the product team review and publish it.',
  },
  requestChange: {
    id: 'createChange',
    description:
      'Asks the owners of an account to switch its version, billing period or number of users, or to turn an optional feature on or off. The ' +
      'change waits until an owner approves it in the pages, with every key, and expires after 30 days. Identical requests are decided together.',
    asMember: true,
  },
};

/** The arguments that are headers of the operation, by their names. */
export const headerArguments: Record<string, { header: string; schema: z.ZodType }> = {
  account: {
    header: 'X-Account-Id',
    schema: z.string().describe('The account: its ID, `acc_…`, or its ID in your system.'),
  },
  idempotency_key: {
    header: 'Idempotency-Key',
    schema: z
      .string()
      .describe(
        '1 to 255 visible ASCII characters. A repeated call with the same key has no further effect.',
      ),
  },
};

/** All tools by their names, in the order of the API reference. */
export const tools: ReadonlyMap<string, Tool> = new Map([
  ...Object.entries<Operation>(operations)
    .filter(isRead)
    .map(([id, operation]) => [id, createTool(id, operation)] as const),
  ...Object.entries(otherTools).map(
    ([name, { id, ...options }]) => [name, createTool(name, operations[id], options)] as const,
  ),
]);

function isRead(entry: [id: string, Operation]): entry is [id: string, ToolOperation] {
  const [id, { method, callers }] = entry;
  return method === 'GET' && callers !== 'anyone' && !otherReads.has(id);
}

/** The arguments of a tool that are sent as headers. */
export function listHeaderArguments({ headers }: Pick<Operation, 'headers'>): string[] {
  const names = Object.keys(headerArguments);
  return names.filter((name) => headers && headerArguments[name]!.header in headers.shape);
}

/** The tools that a caller can use. A key of an account has no argument for another one. */
export function describeTools(
  kind: CallerKind,
  { hasAccount, readOnly }: { hasAccount: boolean; readOnly: boolean },
): ToolDescription[] {
  return [...tools.values()]
    .filter(({ operation }) => listCallers(operation.callers).includes(kind))
    .filter(({ operation }) => !readOnly || operation.method === 'GET')
    .map(({ operation: _, asMember, inputSchema, ...tool }) => ({
      ...tool,
      inputSchema: hasAccount ? withoutAccount(inputSchema) : inputSchema,
    }));
}

function withoutAccount({ properties, ...schema }: Tool['inputSchema']): Tool['inputSchema'] {
  const { account: _, ...others } = properties as Record<string, unknown>;
  return { ...schema, properties: others };
}

function createTool(
  name: string,
  operation: ToolOperation,
  { description = operation.description, asMember = false } = {},
): Tool {
  const isRead = operation.method === 'GET';
  return {
    name,
    title: operation.summary,
    description,
    inputSchema: createInputSchema(operation),
    annotations: {
      readOnlyHint: isRead || name === 'checkCatalog',
      destructiveHint: false,
      idempotentHint: isRead || name === 'checkCatalog',
      openWorldHint: false,
    },
    operation,
    asMember,
  };
}

/**
 * One object with what the operation takes in its path, query, headers and body. Conditions between fields are in the
 * descriptions.
 */
function createInputSchema(operation: Operation): Tool['inputSchema'] {
  const { pathParameters, query, body } = operation;
  const headerFields = Object.fromEntries(
    listHeaderArguments(operation).map((name) => [name, headerArguments[name]!.schema.optional()]),
  );
  const parts = [
    toJsonSchema(z.object(headerFields), 'input'),
    ...(pathParameters ? [toJsonSchema(pathParameters, 'input')] : []),
    // The parsed type, such as an integer with bounds, says more than the pattern of its text.
    ...(query ? [toJsonSchema(query, 'output')] : []),
    ...(body?.schema ? [toJsonSchema(body.schema, 'input')] : []),
  ];
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
    additionalProperties: false,
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { properties = {}, required } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return { properties, required };
}
