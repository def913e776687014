import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventSchema, eventTypes } from './events';

test('docs/webhooks.md has an example of each event', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
  expect(examples.map(({ type }) => type).toSorted()).toEqual(eventTypes.toSorted());
  // A field that the schema lacks would be left out.
  for (const example of examples) expect(eventSchema.parse(example)).toEqual(example);
});
