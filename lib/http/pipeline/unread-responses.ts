import type { ServerResponse } from 'node:http';
import { findPageClient } from './rate-limiting';

// A response stays in memory until its client has read it, which can take as long as the client wants. So the bytes that
// each client address has not read are bounded, of the API and of cached pages. lib/server/pages/page-queue.mjs bounds other
// pages.

/** Sockets buffer as much. Smaller responses are not counted. */
const minCountedBytes = 64 * 1024;
const maxUnreadBytes = 8e6;

/** These are the clients with responses in progress. */
const unreadBytes = new Map<string, number>();

/**
 * Whether the client may not get a response of this size, by default any that is counted, because it has not read others.
 * Without rate limits there is no bound: clients may share an address.
 */
export function exceedsUnread(response: ServerResponse, bytes = minCountedBytes): boolean {
  if (bytes < minCountedBytes || unreadBytes.size === 0) return false;
  const others = unreadBytes.get(findPageClient(response.req) ?? '') ?? 0;
  return others > 0 && others + bytes > maxUnreadBytes;
}

/** Counts a response for its client until the client has read it. */
export function countUnread(response: ServerResponse, bytes: number): void {
  if (bytes < minCountedBytes || response.destroyed) return;
  const client = findPageClient(response.req);
  if (client === null) return;
  unreadBytes.set(client, (unreadBytes.get(client) ?? 0) + bytes);
  response.once('close', () => {
    const others = (unreadBytes.get(client) ?? 0) - bytes;
    if (others > 0) unreadBytes.set(client, others);
    else unreadBytes.delete(client);
  });
}
