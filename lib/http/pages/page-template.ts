import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { type DateFormatOptions, formatDate, formatIsoTime } from '@/lib/format/date-time';
import type { PageValues } from './page-state';
import { escapeRegExp, hashInline, type RenderedPage, readPageHeaders, splitPage } from './rendered-page';

// A page that accounts in the same state share. It is rendered with a placeholder for each value, and compiled to the bytes
// between them. The values of an account are filled in when the page is sent.

/** Enclose the placeholder of a text. They are private use characters. */
const [open, close] = ['\uE000', '\uE001'];

/**
 * The placeholders for the values of pages with a key. They contain parts of the key, so that a page of another state is not
 * taken for one of this state. Numbers and IDs have the length of real ones.
 */
export function createPlaceholders(key: string, values: PageValues): PageValues {
  const number = Number.parseInt(key.slice(0, 8), 16);
  const toId = (prefix: string, start: number) => `${prefix}_${key.slice(start, start + 26)}`;
  const toText = (text: string, name: string) => text && `${open}${name} ${key.slice(0, 16)}${close}`;
  const { name, account, planSince, newest } = values;
  return {
    name: name && toText(name, 'name'),
    account: { id: toId('acc', 0), title: toText(account.title, 'title') },
    // In the years 2255 to 2267.
    planSince: planSince === null ? null : 9e9 + (number % 4e8),
    newest: {
      version: newest.version === null ? null : toId('avh', 20),
      option: newest.option === null ? null : toId('aoh', 38),
    },
    renderedAt: 9e12 + number,
  };
}

/** What a place of a page shows. */
type Fill = (values: PageValues, dates: DateFormatOptions) => string;

interface Part {
  bytes: Buffer;
  /** The bytes as blocks of a deflate stream, which end at a byte. */
  deflated: Buffer;
  /** What follows. Null for nothing. */
  fill: Fill | null;
}

/** A page to fill in. */
export interface PageTemplate {
  parts: Part[];
  /** The inline scripts with values: ranges of the parts. */
  scripts: { start: number; end: number }[];
  /** SHA-256 of the other inline scripts, in base64. */
  scriptHashes: string[];
  /** SHA-256 of the inline style sheets, in base64. */
  styleHashes: string[];
  /** The `Link` header. */
  link: string | null;
  contentType: string;
  /** Bytes of memory. */
  size: number;
}

/** A page of an account as it is sent. */
export interface FilledPage {
  /** The HTML in UTF-8, as it is or compressed. */
  body: Buffer;
  /** SHA-256 of all inline scripts, in base64. */
  scriptHashes: string[];
}

/** Memory of a part besides its bytes. */
const partBytes = 300;

/** What Next's router requests of a page: its data, without HTML. */
const dataType = 'text/x-component';

/** Null for a page that can't be shared: an error, or one that was rendered in another state than that of the placeholders. */
export async function compilePage(
  page: RenderedPage,
  placeholders: PageValues,
  dates: DateFormatOptions,
): Promise<PageTemplate | null> {
  const headers = readPageHeaders(page);
  if (!headers) return null;
  const { nonce, link } = headers;
  const { body } = page;
  const isData = page.headers['content-type'] === dataType;
  // Data in base64, in which no placeholder would be found.
  if (body.includes('self.__next_f.push([3,')) return null;
  const { planSince } = placeholders;
  const ofAnyLength = planSince === null ? [open] : [open, formatDate(planSince, dates)];
  if (hasInSizedRow(isData ? body : readData(body), ofAnyLength)) return null;
  const pieces = isData
    ? [{ text: body.replaceAll(nonce, ''), inline: null }]
    : splitPage(joinData(body, nonce), nonce);
  const inMarkup = createSplitter(listPlaces(placeholders, dates, isData ? dataFormat : htmlFormat));
  const inData = createSplitter(listPlaces(placeholders, dates, scriptFormat));
  const parts: { text: string; fill: Fill | null }[] = [];
  const scripts: PageTemplate['scripts'] = [];
  const isStatic = pieces.map(({ text, inline }) => inline === null || inData(text).length === 1);
  let text = '';
  const endPart = (fill: Fill | null) => {
    parts.push({ text, fill });
    text = '';
  };
  for (const [index, piece] of pieces.entries()) {
    const isScript = !isStatic[index];
    if (isScript) endPart(null);
    const start = parts.length;
    for (const part of (piece.inline ? inData : inMarkup)(piece.text)) {
      if (typeof part === 'string') text += part;
      else endPart(part);
    }
    if (!isScript) continue;
    endPart(null);
    scripts.push({ start, end: parts.length });
  }
  endPart(null);
  const { account, newest, renderedAt } = placeholders;
  // Data has no account, and not each page the time.
  const ofState = [account.id, newest.version, String(renderedAt)];
  const isOfState =
    ofState.some((each) => each !== null && body.includes(each)) &&
    !parts.some(({ text }) => text.includes(open));
  if (!isOfState) return null;
  const compiled = await Promise.all(parts.map(compilePart));
  return {
    parts: compiled,
    scripts,
    scriptHashes: hashInline(
      pieces.filter((_, index) => isStatic[index]),
      'script',
    ),
    styleHashes: hashInline(pieces, 'style'),
    link,
    contentType: isData ? dataType : 'text/html; charset=utf-8',
    size: compiled.reduce((sum, { bytes, deflated }) => sum + bytes.length + deflated.length + partBytes, 0),
  };
}

async function compilePart({ text, fill }: { text: string; fill: Fill | null }): Promise<Part> {
  const bytes = Buffer.from(text);
  return {
    bytes,
    deflated: await promisify(deflateRaw)(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
    fill,
  };
}

/** Joins the scripts with the data of a page: each ends anywhere, also within a value. */
function joinData(body: string, nonce: string): string {
  return body.replaceAll(`"])</script><script nonce="${nonce}">self.__next_f.push([1,"`, '');
}

/** The data in the scripts of a page. */
function readData(body: string): string {
  const scripts = body.matchAll(/self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)/gs);
  return [...scripts].map(([, text = '""']) => JSON.parse(text)).join('');
}

/** Whether data has one of these texts in a row with a length, which another text would change. Other rows are lines. */
function hasInSizedRow(data: string, texts: string[]): boolean {
  const bytes = Buffer.from(data);
  for (let position = 0; position < bytes.length; ) {
    const start = bytes.indexOf(':', position) + 1;
    const sized = /^T([0-9a-f]+),/.exec(bytes.toString('latin1', start, start + 12));
    const textStart = start + (sized?.[0].length ?? 0);
    const lineEnd = bytes.indexOf('\n', start);
    const end = sized ? textStart + Number.parseInt(sized[1] ?? '', 16) : lineEnd + 1;
    if (start === 0 || end === 0) break;
    const text = sized ? bytes.toString('utf8', textStart, end) : '';
    if (texts.some((each) => text.includes(each))) return true;
    position = end;
  }
  return false;
}

/** Returns a function that splits a text at places, into the texts between them and what replaces each. */
function createSplitter(places: [string, Fill][]): (text: string) => (string | Fill)[] {
  const fills = new Map(places);
  const pattern = new RegExp(`(${[...fills.keys()].map(escapeRegExp).join('|')})`);
  return (text) => text.split(pattern).map((part, index) => (index % 2 && fills.get(part)) || part);
}

/** The texts that placeholders have in a page, each with what replaces it. The first one that a place has counts. */
function listPlaces(
  placeholders: PageValues,
  dates: DateFormatOptions,
  { escapeText, quote }: Format,
): [string, Fill][] {
  const listText = (select: (values: PageValues) => string | null): [string, Fill][] => {
    const placeholder = select(placeholders);
    if (!placeholder) return [];
    const get: Fill = (values) => select(values) ?? '';
    const place: [string, Fill] = [placeholder, (values, options) => escapeText(get(values, options))];
    if (quote === null) return [place];
    // React escapes a dollar sign at the start of a text.
    const escapeStart: Fill = (values, options) =>
      quote + escapeText(get(values, options).replace(/^\$/, '$$$$'));
    return [[quote + placeholder, escapeStart], place];
  };
  const listPlain = (
    select: (values: PageValues, dates: DateFormatOptions) => string | number | null,
  ): [string, Fill][] => {
    const placeholder = select(placeholders, dates);
    const toText: Fill = (...input) => escapeText(String(select(...input)));
    return placeholder === null ? [] : [[toText(placeholders, dates), toText]];
  };
  const formatSince = ({ planSince }: PageValues, format: (since: number) => string) =>
    planSince === null ? null : format(planSince);
  return [
    ...listText(({ name }) => name),
    ...listText(({ account }) => account.title),
    ...listPlain(({ account }) => account.id),
    ...listPlain(({ newest }) => newest.version),
    ...listPlain(({ newest }) => newest.option),
    ...listPlain(({ renderedAt }) => renderedAt),
    ...listPlain(({ planSince }) => planSince),
    ...listPlain((values) => formatSince(values, formatIsoTime)),
    ...listPlain((values, options) => formatSince(values, (since) => formatDate(since, options))),
  ];
}

const htmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Escapes a text as React does in HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '');
}

/** Escapes a text as in JSON. */
const escapeData = (text: string) => JSON.stringify(text).slice(1, -1);

/** Escapes a text as Next does in a script with data: a JSON text in a JSON text. */
function escapeScript(text: string): string {
  return escapeData(escapeData(text)).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** How texts are written. `quote` is what precedes a text in data. */
interface Format {
  escapeText: (text: string) => string;
  quote: string | null;
}

const htmlFormat: Format = { escapeText: escapeHtml, quote: null };
const dataFormat: Format = { escapeText: escapeData, quote: '"' };
const scriptFormat: Format = { escapeText: escapeScript, quote: '\\"' };

/** The page of an account: compressed with gzip, or as it is. */
export function fillPage(
  { parts, scripts, scriptHashes }: PageTemplate,
  values: PageValues,
  dates: DateFormatOptions,
  isCompressed: boolean,
): FilledPage {
  const filled = parts.map(({ bytes, deflated, fill }) => ({
    bytes,
    deflated,
    filled: Buffer.from(fill ? fill(values, dates) : ''),
  }));
  const ownHashes = scripts.map(({ start, end }) => {
    const hash = createHash('sha256');
    for (const each of filled.slice(start, end)) hash.update(each.bytes).update(each.filled);
    return hash.digest('base64');
  });
  const plain = filled.flatMap((each) => [each.bytes, each.filled]);
  return {
    body: isCompressed ? joinGzip(filled, plain) : Buffer.concat(plain),
    scriptHashes: [...scriptHashes, ...ownHashes],
  };
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty block, the last one. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** A gzip file (RFC 1952) of the compressed bytes, and of what is filled in, uncompressed. */
function joinGzip(parts: { deflated: Buffer; filled: Buffer }[], plain: Buffer[]): Buffer {
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
