import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Answer } from './answer';
import { chooseEncoding, type Encoding } from './choose-encoding';
import { hasTag } from './entity-tag';

/** Smaller bodies fit into one packet as they are. */
const leastCompressed = 1000;

const compress: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** JSON that many callers get, written once and compressed at most once a way. */
export class View {
  readonly #bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
  readonly #tag: string;
  readonly #compressing = new Set<Encoding>();
  #asked = 0;
  readonly #grew: () => void;

  /** `grew` is called when there is more of it to keep. */
  constructor(body: unknown, grew: () => void) {
    const text = JSON.stringify(body);
    this.#bodies = { identity: Buffer.from(text) };
    this.#tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    this.#grew = grew;
  }

  /** Bytes of it that are kept. */
  get size(): number {
    return Object.values(this.#bodies).reduce((size, body) => size + body.byteLength, 0);
  }

  /** The answer to whoever sent these headers: 304 where they have it already. */
  answer(request: Headers): Answer {
    const encoding = this.#encodingFor(request.get('accept-encoding'));
    const etag = encoding === 'identity' ? `"${this.#tag}"` : `"${this.#tag}-${encoding}"`;
    if (hasTag(request.get('if-none-match'), etag))
      return { status: 304, headers: { ETag: etag }, body: null };
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/json',
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        ETag: etag,
      },
      body: this.#bodies[encoding] ?? null,
    };
  }

  /** The first to ask for an encoding gets it as it is: nobody waits while it is made. */
  #encodingFor(accept: string | null): Encoding {
    this.#asked += 1;
    const wanted = chooseEncoding(accept);
    if (this.#bodies[wanted]) return wanted;
    // What is asked for once may never be again.
    if (wanted !== 'identity' && this.#asked > 1) this.#compress(wanted);
    return 'identity';
  }

  #compress(encoding: Exclude<Encoding, 'identity'>): void {
    const { identity } = this.#bodies;
    if (!identity || identity.byteLength < leastCompressed || this.#compressing.has(encoding)) return;
    this.#compressing.add(encoding);
    compress[encoding](Buffer.from(identity.buffer, identity.byteOffset, identity.byteLength)).then(
      (body) => {
        this.#bodies[encoding] = new Uint8Array(body);
        this.#grew();
      },
      // It is sent as it is, then.
      () => {},
    );
  }
}
