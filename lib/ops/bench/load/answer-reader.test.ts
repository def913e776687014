import { expect, test } from 'vitest';
import { AnswerReader } from './answer-reader';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
const unchanged = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 5\r\n\r\n';
const nothing = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n';

/** What the reader says to each piece. Every piece comes in the same buffer, as from the socket. */
function push(reader: AnswerReader, pieces: string[]): (number | null)[] {
  const buffer = Buffer.alloc(1000);
  return pieces.map((piece) => reader.push(buffer.subarray(0, buffer.write(piece, 'latin1'))));
}

test.each([
  ['by its length', ok, 200],
  ['by its last chunk', chunked, 200],
  ['without a body', unchanged, 304],
  ['with an empty one', nothing, 200],
])('an answer ends %s, wherever it is cut', (_, answer, status) => {
  expect(push(new AnswerReader(), [answer])).toEqual([status]);
  expect(push(new AnswerReader(), [...answer]).filter((said) => said !== null)).toEqual([status]);
  for (let cut = 1; cut < answer.length; cut += 1) {
    expect(push(new AnswerReader(), [answer.slice(0, cut), answer.slice(cut)])).toEqual([null, status]);
  }
});

test('one answer follows another', () => {
  const reader = new AnswerReader();
  expect(push(reader, [ok, chunked.slice(0, 50), chunked.slice(50), unchanged, ok])).toEqual([
    200,
    null,
    200,
    304,
    200,
  ]);
});
