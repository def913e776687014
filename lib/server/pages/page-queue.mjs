const defaultMaxWaiting = 64;
/** Rendered pages that clients have not read yet. */
const defaultMaxUnread = 256;
/** Pages of one client that wait, are rendered or have not been read. */
const defaultMaxOfClient = 8;

/** @typedef {import('node:stream').Writable} Writable */

/**
 * Bounds the pages that are rendered at the same time, and those that wait, also of each client.
 * `add(response, client, render, reject)` calls `render` when there is capacity, which ends when the response has been
 * written, or `reject` if too many pages wait. Without `client`, the page counts for none. A page whose client goes away before
 * is not rendered. A rendered page is kept in memory until the client has read it, so that clients that do not read do not use up
 * the capacity.
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
    add(response, client, render, reject) {
      if (waiting.size >= maxWaiting || unread >= maxUnread || !admit(response, client)) {
        reject();
        return;
      }
      waiting.set(response, render);
      response.once('close', () => waiting.delete(response));
      startNext();
    },
    counts: () => ({ waiting: waiting.size, rendering, unread }),
  };

  /**
   * Counts a page for its client until the client has read it. Returns false over the bound.
   * @param {Writable} response
   * @param {string | null} client
   */
  function admit(response, client) {
    if (client === null) return true;
    const pages = byClient.get(client) ?? 0;
    if (pages >= maxOfClient) return false;
    byClient.set(client, pages + 1);
    response.once('close', () => {
      const others = (byClient.get(client) ?? 0) - 1;
      if (others > 0) byClient.set(client, others);
      else byClient.delete(client);
    });
    return true;
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
