/** Pages that are rendered at the same time. More of them take memory, and no less time: rendering needs the CPU. */
const defaultMaxRendering = 4;
/** Page requests that wait to be rendered. */
const defaultMaxWaiting = 64;
/** Rendered pages that clients have not read yet. */
const defaultMaxUnread = 256;

/** @typedef {import('node:http').ServerResponse} ServerResponse */

/**
 * Creates a function that bounds the pages that a process renders, so that they leave time and memory for the API.
 * `run(response, render, reject)` calls `render` when there is capacity, which ends when the response has been written, or
 * `reject` if too many pages wait. A page whose client goes away before is not rendered.
 *
 * A rendered page is kept in memory until the client has read it. Otherwise clients that do not read would use up the
 * capacity.
 */
export function createPageQueue({
  maxRendering = defaultMaxRendering,
  maxWaiting = defaultMaxWaiting,
  maxUnread = defaultMaxUnread,
} = {}) {
  /** @type {Map<ServerResponse, () => void>} */
  const waiting = new Map();
  let rendering = 0;
  let unread = 0;

  /**
   * @param {ServerResponse} response
   * @param {() => void} render
   * @param {() => void} reject
   */
  return function run(response, render, reject) {
    if (waiting.size >= maxWaiting || unread >= maxUnread) {
      reject();
      return;
    }
    waiting.set(response, render);
    response.once('close', () => waiting.delete(response));
    startNext();
  };

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
      // Requests of the API have their turn first.
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
 * @param {ServerResponse} response
 */
function bufferWrites(response) {
  const write = /** @type {(...args: unknown[]) => boolean} */ (response.write.bind(response));
  response.write = (/** @type {unknown[]} */ ...args) => {
    write(...args);
    return true;
  };
}
