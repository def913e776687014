const headEnd = '\r\n\r\n';
const lastChunk = '\r\n0\r\n\r\n';

/** Finds where one answer ends on a kept connection and the next may be asked for; its body is not kept. */
export class AnswerReader {
  /** The beginning of a head that did not come whole. */
  private begun: Buffer | null = null;
  private status: number | null = null;
  /** Bytes of the body still to come; null where it comes in chunks. */
  private rest: number | null = 0;
  /** The end of what has come in chunks. */
  private tail = '';

  /** Takes what has come in. Returns the status once the answer is whole, null before. */
  push(bytes: Buffer): number | null {
    const body = this.status === null ? this.takeHead(bytes) : bytes;
    if (body === null || !this.takeBody(body)) return null;
    const { status } = this;
    this.status = null;
    return status;
  }

  /** Reads the head and returns what stands behind it, null while it is not whole. */
  private takeHead(bytes: Buffer): Buffer | null {
    const all = this.begun ? Buffer.concat([this.begun, bytes]) : bytes;
    const end = all.indexOf(headEnd);
    // A copy: the generator reads into the same buffer again.
    this.begun = end < 0 ? Buffer.from(all) : null;
    if (end < 0) return null;
    const head = all.toString('latin1', 0, end);
    this.status = Number(head.slice(9, 12));
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    const bodiless = this.status === 204 || this.status === 304;
    this.rest = bodiless ? 0 : length === undefined ? null : Number(length);
    this.tail = '\r\n';
    return all.subarray(end + headEnd.length);
  }

  /** Whether the body ends with `bytes`. */
  private takeBody(bytes: Buffer): boolean {
    if (this.rest !== null) {
      this.rest -= bytes.length;
      return this.rest <= 0;
    }
    this.tail = (this.tail + bytes.toString('latin1', Math.max(0, bytes.length - lastChunk.length))).slice(
      -lastChunk.length,
    );
    return this.tail === lastChunk;
  }
}
