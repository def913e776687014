import { randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { openClient } from '@/lib/data/client';
import { test } from '../fixtures';
import { encodeBody } from './fuzz/bodies';
import { type BrokenRequest, brokenRequest, everyBrokenRequest, sendBytes } from './fuzz/broken-http';
import { type GeneratedRequest, generatedRequest } from './fuzz/generated-request';
import { findBrokenFaults, findFaults } from './fuzz/judge';
import { buildFuzzStage, checkHistories, type FuzzStage, fillIn, readUnchangeable } from './fuzz/stage';
import { buildCallers, type HeadersOf } from './matrix/callers';
import { sendOverWire, type WireRequest } from './wire';

/** `FUZZ_SEED` repeats a run, `FUZZ_REQUESTS` asks for more, `FUZZ_REPLAY` for the one that a failure has shown. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 10_000);
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const replay: Generated | null = JSON.parse(process.env.FUZZ_REPLAY ?? 'null');

/** So many are under way at a time. */
const lanes = 16;

type Generated = GeneratedRequest | BrokenRequest;

const generated: fc.Arbitrary<Generated> = fc.oneof(
  { weight: 19, arbitrary: generatedRequest },
  { weight: 1, arbitrary: brokenRequest },
);

test(`${requests} generated requests are answered as described, with nothing of another tenant`, async ({
  db,
}) => {
  test.setTimeout(60_000 + requests * 30);
  const observer = openClient(process.env.OBSERVER_DATABASE_URL ?? '', { as: 'owner' });
  const stage = await buildFuzzStage(db);
  let callers = await buildCallers(stage);
  const before = await readUnchangeable(stage, observer);
  const seen = new Map<string, number>();

  const send = async (asked: Generated) => {
    const { status, signedOut } = await sendAndJudge(stage, callers, asked);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    if (signedOut) callers = await buildCallers(stage);
  };
  if (replay) return send(replay);
  const lane = (_: unknown, index: number) =>
    fc.assert(fc.asyncProperty(generated, send), {
      seed: seed + index,
      numRuns: Math.ceil(requests / lanes),
      examples: index === 0 ? everyBrokenRequest.map((each): [Generated] => [each]) : [],
      reporter: throwReadable,
    });
  await Promise.all(Array.from({ length: lanes }, lane));

  console.log(
    `${requests} requests, FUZZ_SEED=${seed}: ${JSON.stringify(Object.fromEntries([...seen].sort()))}`,
  );
  if (requests >= 5000) expect([...seen.keys()]).toEqual(expect.arrayContaining(reached));
  expect(await readUnchangeable(stage, observer)).toEqual(before);
  const { faults, records } = await checkHistories(stage, observer);
  expect(faults).toEqual([]);
  expect(records).toBeGreaterThan(10);
  await observer.$disconnect();
});

/** Answers that come up among thousands, or the requests are not what they are meant to be. */
const reached = ['200', '201', '303', '400', '401', '403', '404', '405', '413', '415', 'broken 400'];

async function sendAndJudge(stage: FuzzStage, callers: Record<string, HeadersOf>, asked: Generated) {
  if ('broken' in asked) {
    const broken = { ...asked, broken: fillIn(stage, asked.broken) };
    const answer = await sendBytes(broken.broken, broken);
    throwFaults(await findBrokenFaults(stage, broken, answer), answer);
    return { status: `broken ${answer?.status ?? 'closed'}`, signedOut: false };
  }
  const request = toWire(stage, callers[asked.caller] ?? {}, asked);
  const answer = await sendOverWire(request);
  throwFaults(await findFaults(stage, asked.caller, request, answer), answer);
  const signedOut = answer.status === 303 && 'set-cookie' in answer.headers;
  return { status: `${answer.status}`, signedOut };
}

function toWire(stage: FuzzStage, caller: HeadersOf, asked: GeneratedRequest): WireRequest {
  const fill = (text: string) => fillIn(stage, text);
  const body = asked.body ? encodeBody({ ...asked.body, text: fill(asked.body.text) }) : undefined;
  const framing: WireRequest['headers'] = body
    ? [asked.chunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(body.length)]]
    : [];
  return {
    method: asked.method,
    target: fill(asked.target),
    headers: [
      ...Object.entries(caller),
      ...asked.headers.map(([name, value]): [string, string] => [name, fill(value)]),
      ...framing,
    ],
    body,
  };
}

function throwFaults(faults: string[], answer: unknown): void {
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${JSON.stringify(answer)}`);
}

/** The smallest request that fails, in a form that can be sent again. */
function throwReadable({ failed, counterexample, errorInstance }: fc.RunDetails<[Generated]>): void {
  if (!failed) return;
  const shown = JSON.stringify(counterexample?.[0]).replaceAll("'", "'\\''");
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(
    `${reason}\nFUZZ_SEED=${seed}, or this request alone:\nFUZZ_REPLAY='${shown}' npm test -- api`,
  );
}
