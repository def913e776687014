import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventSchema } from './events';

test('the examples of docs/webhooks.md are events', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
  expect(examples).not.toEqual([]);
  // A field that the schema lacks would be left out.
  for (const example of examples) expect(eventSchema.parse(example)).toEqual(example);
});
