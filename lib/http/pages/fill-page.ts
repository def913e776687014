import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { DateFormatOptions } from '@/lib/format/date-time';
import type { BufferedResponse } from '../pipeline/response';
import type { PageValues } from './account-values';
import type { PageTemplate } from './page-template';

/**
 * The page of an account, compressed with gzip or as it is. `scriptHashes` are those of the inline scripts with values: SHA-256
 * in base64.
 */
export function fillPage(
  { parts, scripts, contentType }: PageTemplate,
  values: PageValues,
  { dates, isCompressed }: { dates: DateFormatOptions; isCompressed: boolean },
): { response: BufferedResponse; scriptHashes: string[] } {
  const filled = parts.map(({ bytes, deflated, fill }) => ({
    bytes,
    deflated,
    filled: Buffer.from(fill ? fill(values, dates) : ''),
  }));
  const scriptHashes = scripts.map(({ start, end }) => {
    const hash = createHash('sha256');
    for (const each of filled.slice(start, end)) hash.update(each.bytes).update(each.filled);
    return hash.digest('base64');
  });
  const plain = filled.flatMap((each) => [each.bytes, each.filled]);
  const headers = { 'Content-Type': contentType, ...(isCompressed && { 'Content-Encoding': 'gzip' }) };
  const body = isCompressed ? joinGzip(filled, plain) : Buffer.concat(plain);
  return { response: { status: 200, headers, body }, scriptHashes };
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block, the last one. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** A gzip file (RFC 1952) of the compressed bytes, and of what is filled in, uncompressed. */
function joinGzip(parts: { deflated: Buffer; filled: Buffer }[], plain: Buffer[]): Buffer<ArrayBuffer> {
  const blocks = parts.flatMap(({ deflated, filled }) =>
    filled.length === 0 ? [deflated] : [deflated, createStoredHeader(filled.length), filled],
  );
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(
    plain.reduce((sum, bytes) => crc32(bytes, sum), 0),
    0,
  );
  trailer.writeUInt32LE(
    plain.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return Buffer.concat([gzipHeader, ...blocks, lastBlock, trailer]);
}

/** The start of an uncompressed block (RFC 1951, 3.2.4), which has at most 65,535 bytes. */
function createStoredHeader(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(0xffff - length, 3);
  return header;
}
