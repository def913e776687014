const defaultMaxWaiting = 64;
/** Rendered pages that clients have not read yet. */
const defaultMaxUnread = 256;
/** Pages of one client that wait, are rendered or have not been read. */
const defaultMaxOfClient = 8;

/** @typedef {import('node:stream').Writable} Writable */

/**
 * Bounds the pages that are rendered at the same time, and those that wait, also of each client.
 * `run(response, client, render, reject)` calls `render` when there is capacity, which ends when the response has been written, or
 * `reject` if too many pages wait. Without `client`, the page counts for none. A page whose client goes away before is not rendered. A rendered page is kept in memory until
 * the client has read it, so that clients that do not read do not use up the capacity.
 * @param {{ maxRendering: number, maxWaiting?: number, maxUnread?: number, maxOfClient?: number }} options
 */
export function createPageQueue({
  maxRendering,
  maxWaiting = defaultMaxWaiting,
  maxUnread = defaultMaxUnread,
  maxOfClient = defaultMaxOfClient,
}) {
  /** @type {Map<Writable, () => void>} */
  const waiting = new Map();
  /** The pages of each client. @type {Map<string, number>} */
  const byClient = new Map();
  let rendering = 0;
  let unread = 0;

  return {
    /**
     * @param {Writable} response
     * @param {string | null} client
     * @param {() => void} render
     * @param {() => void} reject
     */
    run(response, client, render, reject) {
      const isOverBound = client !== null && (byClient.get(client) ?? 0) >= maxOfClient;
      if (isOverBound || waiting.size >= maxWaiting || unread >= maxUnread) {
        reject();
        return;
      }
      waiting.set(response, render);
      if (client !== null) count(client, 1);
      response.once('close', () => {
        waiting.delete(response);
        if (client !== null) count(client, -1);
      });
      startNext();
    },
    counts: () => ({ waiting: waiting.size, rendering, unread }),
  };

  /**
   * @param {string} client
   * @param {number} change
   */
  function count(client, change) {
    const pages = (byClient.get(client) ?? 0) + change;
    if (pages === 0) byClient.delete(client);
    else byClient.set(client, pages);
  }

  function startNext() {
    const [next] = waiting;
    if (!next || rendering >= maxRendering) return;
    const [response, render] = next;
    waiting.delete(response);
    rendering += 1;
    let isRendered = false;
    const endRendering = () => {
      if (isRendered) return;
      isRendered = true;
      rendering -= 1;
      // Other requests have their turn first.
      setImmediate(startNext);
    };
    bufferWrites(response);
    response.once('prefinish', () => {
      // A page can be rendered to the end after its client has left.
      if (response.destroyed) return;
      unread += 1;
      response.once('close', () => {
        unread -= 1;
      });
      endRendering();
    });
    response.once('close', endRendering);
    render();
  }
}

/**
 * Lets a response accept all writes.
 * @param {Writable} response
 */
function bufferWrites(response) {
  const write = /** @type {(...args: unknown[]) => boolean} */ (response.write.bind(response));
  response.write = (/** @type {unknown[]} */ ...args) => {
    write(...args);
    return true;
  };
}
