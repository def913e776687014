import { request } from 'node:http';

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

/** Encodes a request once for many uses, so that the load generator's own work is not measured. */
export function encodeRequest({ method = 'GET', path, headers, body }: HttpRequest): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body);
  const allHeaders = {
    Host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(content)),
    }),
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
}

const headEnd = '\r\n\r\n';
const lastChunk = '\r\n0\r\n\r\n';

/** Finds the end of each response on a keep-alive connection. Bodies are discarded. */
export class ResponseReader {
  /** The received part of an incomplete head. */
  private partialHead: Buffer | null = null;
  private status: number | null = null;
  /** Remaining bytes of the body. It is null for a chunked body. */
  private remainingBytes: number | null = 0;
  /** The last bytes of a chunked body. */
  private tail = '';

  /** Takes the next received bytes. Returns the status when the response is complete, otherwise null. */
  push(bytes: Buffer): number | null {
    const body = this.status === null ? this.readHead(bytes) : bytes;
    if (body === null || !this.readBody(body)) return null;
    const { status } = this;
    this.status = null;
    return status;
  }

  /** Returns the bytes after the head, or null while the head is incomplete. */
  private readHead(bytes: Buffer): Buffer | null {
    const received = this.partialHead ? Buffer.concat([this.partialHead, bytes]) : bytes;
    const end = received.indexOf(headEnd);
    // A copy, because the socket reuses its buffer.
    this.partialHead = end < 0 ? Buffer.from(received) : null;
    if (end < 0) return null;
    const head = received.toString('latin1', 0, end);
    this.status = Number(head.slice(9, 12));
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    const hasNoBody = this.status === 204 || this.status === 304;
    const declaredBytes = length === undefined ? null : Number(length);
    this.remainingBytes = hasNoBody ? 0 : declaredBytes;
    this.tail = '\r\n';
    return received.subarray(end + headEnd.length);
  }

  /** Returns whether the body is complete after `bytes`. */
  private readBody(bytes: Buffer): boolean {
    if (this.remainingBytes !== null) {
      this.remainingBytes -= bytes.length;
      return this.remainingBytes <= 0;
    }
    this.tail = (this.tail + bytes.toString('latin1', Math.max(0, bytes.length - lastChunk.length))).slice(
      -lastChunk.length,
    );
    return this.tail === lastChunk;
  }
}

/** A response that can be compared, or sent again by the bare server. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Headers that a server sets for each response or connection itself. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

/** Sends one request. Uses node:http, because `fetch` adds headers and decompresses. */
export function sendHttpRequest(
  port: number,
  { method = 'GET', path, headers, body }: HttpRequest,
): Promise<StoredResponse> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const json = content === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...json } });
    sent.once('error', reject);
    sent.once('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const content = Buffer.concat(chunks);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(response.headers)) {
        if (!connectionHeaders.has(name)) headers[name] = String(value);
      }
      if (response.statusCode !== 304) headers['content-length'] = String(content.length);
      resolve({ status: response.statusCode ?? 0, headers, body: content.toString() });
    });
    sent.end(content);
  });
}
