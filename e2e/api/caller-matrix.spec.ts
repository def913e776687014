import { expect } from '@playwright/test';
import type { VersionList } from '@/lib/contract/version-list';
import { test } from '../fixtures';
import { findAnswerFaults } from './check-answer';
import { buildCallers } from './matrix/callers';
import { arrangeColumns } from './matrix/cells';
import { buildStage, type Stage } from './matrix/stage';
import { type Expected, lines } from './matrix/table';
import { forEachOf, sendOverWire, type WireAnswer } from './wire';

const cells = 3795;

test(`every endpoint, by every method, to every caller: ${cells} cells`, async ({ db }) => {
  test.setTimeout(120_000);
  const stage = await buildStage(db);
  const columns = await arrangeColumns(stage);
  const wrong: string[] = [];
  for (const column of columns) {
    await forEachOf(column, 16, async ({ caller, sees, request, expected }) => {
      const answer = await sendOverWire(request);
      const faults = [
        ...findSurprise(request.method, expected, answer),
        ...findLeaks(sees, answer, stage),
        ...(await findAnswerFaults({ ...request, url: request.target, ...answer })),
      ];
      wrong.push(...faults.map((fault) => `${caller}: ${request.method} ${request.target}: ${fault}`));
    });
  }
  expect(wrong).toEqual([]);
  expect(columns.flat().length).toBe(cells);
});

test('a list has the versions that its caller may know of, and no others', async ({ db }) => {
  const stage = await buildStage(db);
  const callers = await buildCallers(stage);
  for (const { caller, sees } of lines.filter(({ cells: [list] }) => list?.status === 200)) {
    const headers = Object.entries(callers[caller] ?? {});
    const { text } = await sendOverWire({ method: 'GET', target: '/app/versions', headers });
    const { data }: VersionList = JSON.parse(text);
    const titles = data.versions.map(({ title }) => title.split(' ')[0]);
    expect([caller, ...titles.sort()]).toEqual([caller, ...sees.toSorted()]);
  }
});

function findSurprise(method: string, expected: Expected, { status, text }: WireAnswer): string[] {
  const code = status < 400 || method === 'HEAD' ? null : JSON.parse(text).code;
  const right = status === expected.status && (method === 'HEAD' || code === expected.code);
  return right ? [] : [`${status} ${code}, not ${expected.status} ${expected.code}`];
}

/** Versions that the answer tells of, by title or id, though its caller may not know of them. */
function findLeaks(sees: string[], { text }: WireAnswer, { versions }: Stage): string[] {
  return Object.entries(versions)
    .filter(
      ([name, { id, title }]) => !sees.includes(name) && [id, title].some((each) => text.includes(each)),
    )
    .map(([name]) => `It tells of ${name}`);
}
