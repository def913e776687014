/** A request to be sent again and again. */
export interface WireRequest {
  method?: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
}

/** The request as it goes over the wire, made once: a generator that builds requests measures itself. */
export function encodeRequest({ method = 'GET', path, headers, body }: WireRequest): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(content)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
}
