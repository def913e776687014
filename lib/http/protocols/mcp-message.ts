import { z } from 'zod';
import { maxPriceListBodyBytes } from '@/lib/contract/catalog-editions';
import { ApiError, type FieldError } from '@/lib/contract/errors';
import { isStorableText } from '@/lib/contract/fields';
import { headerArguments, listHeaderArguments, type Tool, tools } from '@/lib/contract/mcp-tools';
import {
  fieldError,
  invalidParameter,
  missingParameter,
  unknownParameter,
} from '@/lib/contract/operations/operation';

// A message of the Model Context Protocol, and the request that it makes of a call. For a large message this is done in a thread
// (lib/http/pipeline/read-body.ts): the event loop gets neither its arguments nor anything else of it that is large.

/** A message without the arguments of a call of a tool. */
export interface McpMessage {
  message: Record<string, unknown>;
  /** It is null for other messages, and for a tool that does not exist. */
  call: ToolCall | null;
}

/** A call, or what is wrong with its arguments. */
export type ToolCall = { tool: string } & ({ request: ToolRequest } | { errors: FieldError[] });

/** The request of the operation of a tool. The operation parses the body, after its other checks. */
export interface ToolRequest {
  headers: [name: string, value: string][];
  params: Record<string, string>;
  search: string;
  /** JSON. It is null for an operation without a body. */
  body: Uint8Array<ArrayBuffer> | null;
}

/** Levels of nested objects and lists in a message. Those of the tools have fewer. */
const maxLevels = 32;
/** Of a message without its arguments, as JSON. The event loop gets it. */
const maxCharacters = 64 * 1024;
/** Of an argument in the path, the query or a header. No request line and no header is longer. */
const maxTextCharacters = 16 * 1024;

const messageSchema = z
  .looseObject({})
  .refine((message) => isShallow(message, maxLevels), `Expected at most ${maxLevels} levels`)
  .transform(prepareMessage)
  .refine(
    ({ message }) => JSON.stringify(message).length <= maxCharacters,
    `Expected at most ${maxCharacters} characters besides the arguments of a tool`,
  );

/** The body of `POST /mcp`. The library of the protocol checks the rest of the message. */
export const mcpBody = { schema: messageSchema, maxBytes: maxPriceListBodyBytes };

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

function prepareMessage(message: Record<string, unknown>): McpMessage {
  const { method, params } = message;
  if (method !== 'tools/call' || !isObject(params)) return { message, call: null };
  const { name, arguments: given = {} } = params;
  if (!isObject(given)) return { message, call: null };
  const tool = typeof name === 'string' && tools.get(name);
  return {
    message: { ...message, params: { ...params, arguments: {} } },
    call: tool ? prepareCall(tool, given) : null,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function prepareCall(tool: Tool, given: Record<string, unknown>): ToolCall {
  try {
    return { tool: tool.name, request: createRequest(tool, given) };
  } catch (error) {
    if (error instanceof ApiError && error.errors) return { tool: tool.name, errors: error.errors };
    throw error;
  }
}

/** Throws 400 for arguments that no request of the operation can have. */
function createRequest({ operation, inputSchema }: Tool, given: Record<string, unknown>): ToolRequest {
  const { pathParameters, query, body } = operation;
  const argumentCount = Object.keys(given).length;
  const maxArguments = Object.keys(inputSchema.properties as object).length;
  if (argumentCount > maxArguments) {
    throw fieldError(invalidParameter('arguments', `expected at most ${maxArguments}, not ${argumentCount}`));
  }
  const params: Record<string, string> = {};
  const search = new URLSearchParams();
  const headers: [string, string][] = [];
  const fields: [string, unknown][] = [];
  const inHeaders = listHeaderArguments(operation);
  for (const [name, value] of Object.entries(given)) {
    if (inHeaders.includes(name)) {
      headers.push([headerArguments[name]!.header, toHeader(name, toText(name, value))]);
    } else if (pathParameters && Object.hasOwn(pathParameters.shape, name)) {
      params[name] = toText(name, value);
    } else if (query && Object.hasOwn(query.shape, name)) search.set(name, toText(name, value));
    else if (body) fields.push([name, value]);
    else throw fieldError(unknownParameter(name));
  }
  for (const name of inputSchema.required as string[]) {
    if (pathParameters && Object.hasOwn(pathParameters.shape, name) && !params[name]) {
      throw fieldError(missingParameter(name));
    }
  }
  const text = body && JSON.stringify(Object.fromEntries(fields));
  return {
    headers,
    params,
    search: search.toString(),
    body: text === undefined ? null : new TextEncoder().encode(text),
  };
}

/** Parts of a URL and headers are text. */
function toText(name: string, value: unknown): string {
  if (!['string', 'number', 'boolean'].includes(typeof value)) {
    throw fieldError(invalidParameter(name, 'expected text, a number or a boolean'));
  }
  const text = String(value);
  if (text.length <= maxTextCharacters) return text;
  throw fieldError(invalidParameter(name, `expected at most ${maxTextCharacters} characters`));
}

function toHeader(name: string, text: string): string {
  if (name === 'account' && isStorableText(text)) return encodeURIComponent(text);
  if (/^[!-~]*$/.test(text)) return text;
  throw fieldError(invalidParameter(name, 'expected other characters'));
}
