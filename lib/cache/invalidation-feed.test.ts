import { expect, it } from 'vitest';
import { InvalidationFeed, type InvalidationMessage } from './invalidation-feed';

function setUp() {
  const state = { isConnected: true };
  const sent: InvalidationMessage[] = [];
  const feed = new InvalidationFeed(
    () => state.isConnected,
    (message) => sent.push(message),
  );
  feed.flush();
  sent.length = 0;
  return { state, sent, feed };
}

it('sends each invalidation once, with the next request', () => {
  const { sent, feed } = setUp();
  for (const tag of ['a', 'b', 'a']) feed.invalidate(tag);
  expect(sent).toEqual([]);
  expect([feed.flush(), feed.flush()]).toEqual([2, 2]);
  expect(sent).toEqual([{ position: 2, tags: ['a', 'b'], isConnected: true }]);
});

it('sends the loss of the connection before the next request', () => {
  const { state, sent, feed } = setUp();
  state.isConnected = false;
  expect(feed.flush()).toBe(2);
  expect(sent).toEqual([{ position: 2, tags: [], isConnected: false }]);
});

it('invalidates everything after an invalidation of everything, and instead of too many tags', () => {
  const { sent, feed } = setUp();
  feed.invalidateAll();
  feed.invalidate('a');
  feed.flush();
  for (let index = 0; index <= 1000; index += 1) feed.invalidate(`tag ${index}`);
  feed.flush();
  expect(sent.map(({ tags }) => tags)).toEqual([null, null]);
});

it('sends a new worker the position that its first requests carry', () => {
  const { feed } = setUp();
  feed.invalidate('a');
  const position = feed.flush();
  expect(feed.current()).toEqual({ position, tags: null, isConnected: true });
});
