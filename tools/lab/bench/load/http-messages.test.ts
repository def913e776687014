import { expect, test } from 'vitest';
import { ResponseReader } from './http-messages';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
const notModified = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 5\r\n\r\n';
const empty = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';

/** Pushes each part and returns the results. All parts share one buffer, like the reads of a socket. */
function push(reader: ResponseReader, parts: string[]): (number | null)[] {
  const buffer = Buffer.alloc(1000);
  return parts.map((part) => reader.push(buffer.subarray(0, buffer.write(part, 'latin1'))));
}

test.each([
  ['with Content-Length', ok, 200],
  ['with chunks', chunked, 200],
  ['without a body', notModified, 304],
  ['with an empty chunked body', empty, 200],
])('finds the end of a response %s, wherever it is split', (_, response, status) => {
  expect(push(new ResponseReader(), [response])).toEqual([status]);
  expect(push(new ResponseReader(), [...response]).filter((result) => result !== null)).toEqual([status]);
  for (let split = 1; split < response.length; split += 1) {
    expect(push(new ResponseReader(), [response.slice(0, split), response.slice(split)])).toEqual([
      null,
      status,
    ]);
  }
});

test('reads consecutive responses', () => {
  const reader = new ResponseReader();
  expect(push(reader, [ok, chunked.slice(0, 50), chunked.slice(50), notModified, ok])).toEqual([
    200,
    null,
    200,
    304,
    200,
  ]);
});
