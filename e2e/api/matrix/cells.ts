import type { WireRequest } from '../wire';
import { buildCallers } from './callers';
import { type Asked, addressesOf, addressesOfNothing, methodsMissing, requestsOf } from './requests';
import type { Stage } from './stage';
import { type Expected, lines } from './table';

/** One request of one caller, and what is expected. */
export interface Cell {
  caller: string;
  sees: string[];
  request: WireRequest;
  expected: Expected;
}

const noMethod: Expected = { status: 405, code: 'method_not_allowed' };
const noAddress: Expected = { status: 404, code: 'not_found' };

/**
 * The cells of the table, and those that are alike for every caller, column by column: the last column of the table
 * ends sessions, and what comes after it is answered before anybody looks at who is asking.
 */
export async function arrangeColumns(stage: Stage): Promise<Cell[][]> {
  const callers = await buildCallers(stage);
  const columns: Cell[][] = [];
  for (const { caller, sees, cells } of lines) {
    const headers = Object.entries(callers[caller] ?? {});
    const requests = requestsOf(stage, caller);
    const table = Object.values(requests).map((asked, index) => ({
      requests: requestsFor(asked),
      expected: cells[index]!,
    }));
    const alike = [
      ...methodsMissing(requests).map((each) => ({ ...each, expected: noMethod })),
      ...addressesOfNothing.map((each) => ({ ...each, expected: noAddress })),
    ].map(({ path, methods, expected }) => ({
      requests: methods.map((method): WireRequest => ({ method, target: path, headers: [] })),
      expected,
    }));
    for (const [index, column] of [...table, ...alike].entries()) {
      columns[index] ??= [];
      for (const request of column.requests) {
        const from = { ...request, headers: [...headers, ...request.headers] };
        columns[index].push({ caller, sees, request: from, expected: column.expected });
      }
    }
  }
  return columns;
}

/** A column's request by every address and method that it has. */
function requestsFor(asked: Asked): WireRequest[] {
  const methods = asked.method === 'GET' ? ['GET', 'HEAD'] : [asked.method];
  const content = asked.type
    ? {
        headers: [
          ['Content-Type', asked.type],
          ['Content-Length', String(Buffer.byteLength(asked.body))],
        ] satisfies WireRequest['headers'],
        body: Buffer.from(asked.body),
      }
    : { headers: [] };
  return addressesOf(asked).flatMap((target) => methods.map((method) => ({ method, target, ...content })));
}
