import { expect, test } from 'vitest';
import { passTurns } from '@/tools/testing/wait-until';
import { createBodyStream } from './response';

/** A stream of numbered parts, and what happened to their generator. */
function createParts(count: number, end: () => void = () => {}) {
  const state = { created: 0, closed: 0, errors: [] as unknown[] };
  async function* generate() {
    try {
      while (state.created < count) {
        state.created += 1;
        yield `part ${state.created},`;
      }
      end();
    } finally {
      state.closed += 1;
    }
  }
  return { state, stream: createBodyStream(generate(), (error) => state.errors.push(error)) };
}

test('sends all parts and closes the generator', async () => {
  const { stream, state } = createParts(3);
  expect(await new Response(stream).text()).toBe('part 1,part 2,part 3,');
  expect(state).toEqual({ created: 3, closed: 1, errors: [] });
});

test('creates a part only when it is read', async () => {
  const { stream, state } = createParts(100);
  const reader = stream.getReader();
  await passTurns();
  expect(state.created).toBe(0);
  await reader.read();
  await reader.read();
  await passTurns();
  expect(state.created).toBe(2);
});

test('closes the generator when the client goes away', async () => {
  const { stream, state } = createParts(100);
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect(state).toEqual({ created: 1, closed: 1, errors: [] });
});

test('fails with the error of the generator and reports it', async () => {
  const error = new Error('no database');
  const { stream, state } = createParts(2, () => {
    throw error;
  });
  await expect(new Response(stream).text()).rejects.toThrow('no database');
  expect(state).toEqual({ created: 2, closed: 1, errors: [error] });
});
