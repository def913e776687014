import { Writable } from 'node:stream';

/** Takes a response of a page worker in memory, in place of a ServerResponse. */
export class PageBuffer extends Writable {
  headersSent = false;
  #status = 0;
  /** @type {Record<string, string>} */
  #headers = {};
  /** @type {Buffer[]} */
  #chunks = [];

  /** @param {(page: import('@/lib/http/pages/rendered-page').RenderedPage) => void} onComplete */
  constructor(onComplete) {
    super();
    this.once('finish', () => {
      onComplete({
        status: this.#status,
        headers: this.#headers,
        body: Buffer.concat(this.#chunks).toString(),
      });
    });
  }

  /**
   * @param {number} status
   * @param {string[]} rawHeaders
   */
  writeHead(status, rawHeaders) {
    this.headersSent = true;
    this.#status = status;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      this.#headers[rawHeaders[index]?.toLowerCase() ?? ''] = rawHeaders[index + 1] ?? '';
    }
  }

  /**
   * @override
   * @param {Buffer} chunk
   * @param {string} _
   * @param {() => void} done
   */
  _write(chunk, _, done) {
    this.#chunks.push(chunk);
    done();
  }
}
