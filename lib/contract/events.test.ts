import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventSchema, eventTypes } from './events';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

test('docs/webhooks.md lists each event', () => {
  expect([...page.matchAll(/^- `([a-z_]+\.[a-z_]+)`:/gm)].map(([, type]) => type)).toEqual(eventTypes);
});

test('the example of docs/webhooks.md has the fields of the event', () => {
  const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
  // A field that the schema lacks would be left out.
  expect(eventSchema.parse(example)).toEqual(example);
});
