import type { OpenApiDocument, OperationObject, ResponseObject } from '@/lib/contract/openapi/document';

/** What the description has for an address and a method. */
export type Described =
  | { kind: 'operation'; place: string[]; operation: OperationObject }
  | { kind: 'no-method'; methods: string[] }
  | { kind: 'no-address' };

/** Finds what is described for a request. HEAD is GET without a body. */
export function findDescribed(description: OpenApiDocument, method: string, address: string): Described {
  const found = Object.entries(description.paths).find(([path, { servers = description.servers }]) =>
    servers.some(({ url }) => isDecodable(address) && patternOf(url, path).test(address)),
  );
  if (!found) return { kind: 'no-address' };
  const [path, { servers: _, ...item }] = found;
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = Object.entries(item).find(([each]) => each === verb)?.[1];
  if (operation) return { kind: 'operation', place: ['paths', path, verb], operation };
  const methods = Object.keys(item).flatMap((each) =>
    each === 'get' ? ['GET', 'HEAD'] : [each.toUpperCase()],
  );
  return { kind: 'no-method', methods };
}

/** Whether its percent signs stand for characters: where they do not, it is no address. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

function patternOf(server: string, path: string): RegExp {
  const literal = `${server.replace(/\/$/, '')}${path}`.replaceAll('.', '\\.');
  return new RegExp(`^${literal.replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** Where the document has the answer that this status is, and the answer itself. */
export function findResponse(
  description: OpenApiDocument,
  described: Described,
  status: number,
): { place: string[]; response: ResponseObject | undefined } {
  if (described.kind === 'operation') {
    const place = [...described.place, 'responses', String(status)];
    return { place, response: described.operation.responses[status] };
  }
  const [name, expected] =
    described.kind === 'no-method' ? (['MethodNotAllowed', 405] as const) : (['NotFound', 404] as const);
  const response = status === expected ? description.components.responses[name] : undefined;
  return { place: ['components', 'responses', name], response };
}
