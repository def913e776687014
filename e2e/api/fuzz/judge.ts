import { findAnswerFaults } from '../check-answer';
import { lines } from '../matrix/table';
import type { WireAnswer, WireRequest } from '../wire';
import type { BrokenRequest } from './broken-http';
import type { FuzzStage } from './stage';

/** What is wrong with an answer: it is our fault, it is not described, or it tells of what is not the caller's. */
export async function findFaults(
  stage: FuzzStage,
  caller: string,
  request: WireRequest,
  answer: WireAnswer,
): Promise<string[]> {
  const sent = answer.status < 300 ? readJson(request.body) : undefined;
  return [
    ...findServerFaults(answer),
    ...(await findAnswerFaults({ ...request, url: request.target, ...answer, sent })),
    ...findLeaks(stage, caller, request, answer),
  ];
}

/**
 * Nothing that could be read as a request: refused in a few bytes by the HTTP server itself, or answered as described.
 */
export async function findBrokenFaults(
  stage: FuzzStage,
  { broken, ends }: BrokenRequest,
  answer: WireAnswer | null,
): Promise<string[]> {
  if (!answer) return ends || broken.startsWith('CONNECT') ? [] : ['It is not answered'];
  if ([400, 413, 417, 431].includes(answer.status) && answer.text === '') return [];
  const [, method = '', target = ''] = /^(\S+) +([^\s#]*)/.exec(broken) ?? [];
  const request = { method, target, headers: [] };
  if (interfaceAddress.test(target)) return findFaults(stage, 'owner key', request, answer);
  return [...findServerFaults(answer), ...findLeaks(stage, 'owner key', request, answer)];
}

/** Anything else is a page's. */
const interfaceAddress = /^(http:\/\/[^/]+)?\/(api|app|account)(\/|\?|$)/;

function findServerFaults({ status }: WireAnswer): string[] {
  return status >= 500 ? ['It is a fault of the server'] : [];
}

function findLeaks(
  { versions, bystander }: FuzzStage,
  caller: string,
  { target, headers, body }: WireRequest,
  { text }: WireAnswer,
): string[] {
  const told = `${target} ${headers.flat().join(' ')} ${body?.toString()}`;
  const sees = seenBy(caller);
  const kept = [
    ...Object.entries(versions).filter(([name]) => !sees.includes(name)),
    ...Object.entries(bystander.names),
  ];
  return kept
    .filter(([, { id, title }]) => text.includes(title) || (text.includes(id) && !told.includes(id)))
    .map(([name]) => `It tells of ${name}`);
}

/** As the table of callers has it; the app's own key may name any account of the app. */
function seenBy(caller: string): string[] {
  const sees = lines.find((line) => line.caller === caller)?.sees ?? [];
  return caller === 'app key' ? [...sees, 'granted', 'elsewhere'] : sees;
}

function readJson(body: Buffer | undefined): unknown {
  try {
    return body && JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
