import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BodySource, createBodyStream } from './body-stream';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A source of numbered parts, and what happened to it. */
function createSource(count: number) {
  const state = { created: 0, closed: 0, errors: [] as unknown[] };
  const source: BodySource = {
    next: async () => {
      if (state.created >= count) return null;
      state.created += 1;
      return `part ${state.created},`;
    },
    close: () => {
      state.closed += 1;
    },
  };
  return { state, source, stream: createBodyStream(source, (error) => state.errors.push(error)) };
}

test('sends all parts and closes the source', async () => {
  const { stream, state } = createSource(3);
  expect(await new Response(stream).text()).toBe('part 1,part 2,part 3,');
  expect(state).toEqual({ created: 3, closed: 1, errors: [] });
});

test('creates a part only when it is read', async () => {
  const { stream, state } = createSource(100);
  const reader = stream.getReader();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.created).toBe(0);
  await reader.read();
  await reader.read();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.created).toBe(2);
});

test('closes the source when the client goes away', async () => {
  const { stream, state } = createSource(100);
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  expect(state.closed).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state).toEqual({ created: 1, closed: 1, errors: [] });
});

test('fails when the client does not read for 30 seconds, before or after the first part', async () => {
  for (const reads of [0, 2]) {
    const { stream, state } = createSource(100);
    const reader = stream.getReader();
    for (let count = 0; count < reads; count += 1) await reader.read();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(state.closed).toBe(0);
    await vi.advanceTimersByTimeAsync(2000);
    expect(state).toEqual({ created: reads, closed: 1, errors: [] });
    await expect(reader.read()).rejects.toThrow('The client stopped reading.');
  }
});

test('fails with the error of the source and reports it', async () => {
  const { source, state } = createSource(2);
  const error = new Error('no database');
  const stream = createBodyStream(
    { ...source, next: async () => (await source.next()) ?? Promise.reject(error) },
    (reported) => state.errors.push(reported),
  );
  await expect(new Response(stream).text()).rejects.toThrow('no database');
  expect(state).toEqual({ created: 2, closed: 1, errors: [error] });
});
