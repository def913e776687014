import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import type { DateFormatOptions } from '@/lib/format/date-time';
import { CachedResponse } from '../pipeline/response-cache';
import { listPlaces, type PageValues, type Place, placeholderMarks } from './account-values';
import {
  escapeRegExp,
  hashInline,
  type PagePiece,
  type RenderedPage,
  readPageHeaders,
  splitPage,
} from './rendered-page';

/** A page as it is kept. */
export interface CachedPage {
  /** The bytes of a visitor's page, which all get. A page of an account has values to fill in. */
  content: CachedResponse | PageTemplate;
  /** SHA-256 of the inline scripts without values, in base64. */
  scriptHashes: string[];
  /** SHA-256 of the inline style sheets, in base64. */
  styleHashes: string[];
  /** The `Link` header. */
  link: string | null;
  /** Bytes of memory. */
  size: number;
}

/** The bytes of a page between its values. */
export interface PageTemplate {
  parts: Part[];
  /** The inline scripts with values: ranges of the parts. */
  scripts: { start: number; end: number }[];
  contentType: string;
}

interface Part {
  bytes: Buffer;
  /** The bytes as blocks of a deflate stream, which end at a byte. */
  deflated: Buffer;
  /** The value that follows, or null if there is none. */
  fill: Fill | null;
}

/** What a place of a page shows. */
type Fill = (values: PageValues, dates: DateFormatOptions) => string;

/** Memory of a part besides its bytes. */
const partBytes = 300;
/** More hashes would exceed the headers that reverse proxies accept. */
const maxInlineScripts = 20;
/** What Next's router requests of a page: its data, without HTML. */
const dataType = 'text/x-component';

/**
 * Compiles a page that was rendered for the cache, of an account with `placeholders`. It is null for one that can't be
 * cached. It is undefined for an error, and for a page that was rendered in another state than that of the placeholders, such
 * as during a switch.
 */
export async function compilePage(
  page: RenderedPage,
  placeholders: PageValues | null,
  dates: DateFormatOptions,
): Promise<CachedPage | null | undefined> {
  const { status, body } = page;
  if (status !== 200 || (placeholders && !hasPlaceholder(body, placeholders))) return undefined;
  const headers = readPageHeaders(page);
  if (!headers) return null;
  const { nonce, link } = headers;
  const contentType = page.headers['content-type'] ?? 'text/html; charset=utf-8';
  const isData = contentType === dataType;
  if (placeholders && isSensitiveToLength(body, placeholders, { dates, isData })) return null;
  const pieces: PagePiece[] = isData
    ? [{ text: body.replaceAll(nonce, ''), inline: null }]
    : splitPage(joinData(body, nonce), nonce);
  const template = placeholders && splitAtValues(pieces, listPlaces(placeholders, dates), isData);
  const staticPieces = template ? pieces.filter((piece) => !template.dynamic.has(piece)) : pieces;
  const scriptHashes = hashInline(staticPieces, 'script');
  if (scriptHashes.length > maxInlineScripts) return null;
  const inline = { scriptHashes, styleHashes: hashInline(pieces, 'style'), link };
  if (!template) {
    const content = new CachedResponse(pieces.map(({ text }) => text).join(''), contentType);
    return { content, ...inline, size: content.maxBytes };
  }
  // Such as of a text that was cut.
  if (template.parts.some(({ text }) => text.includes(placeholderMarks[0]))) return null;
  const parts = await Promise.all(template.parts.map(compilePart));
  const size = parts.reduce(
    (sum, { bytes, deflated }) => sum + bytes.length + deflated.length + partBytes,
    0,
  );
  return { content: { parts, scripts: template.scripts, contentType }, ...inline, size };
}

/** The text between the values, and the inline scripts with values, of which each begins and ends with a part. */
function splitAtValues(pieces: PagePiece[], places: Place[], isData: boolean) {
  const inMarkup = createSplitter(places, isData ? dataFormat : htmlFormat);
  const inScript = createSplitter(places, scriptFormat);
  const parts: { text: string; fill: Fill | null }[] = [];
  const scripts: PageTemplate['scripts'] = [];
  const dynamic = new Set<PagePiece>();
  let text = '';
  const endPart = (fill: Fill | null) => {
    parts.push({ text, fill });
    text = '';
  };
  for (const piece of pieces) {
    const content = (piece.inline ? inScript : inMarkup)(piece.text);
    const isDynamic = piece.inline !== null && content.length > 1;
    if (isDynamic) endPart(null);
    const start = parts.length;
    for (const part of content) {
      if (typeof part === 'string') text += part;
      else endPart(part);
    }
    if (!isDynamic) continue;
    endPart(null);
    scripts.push({ start, end: parts.length });
    dynamic.add(piece);
  }
  endPart(null);
  return { parts, scripts, dynamic };
}

async function compilePart({ text, fill }: { text: string; fill: Fill | null }): Promise<Part> {
  const bytes = Buffer.from(text);
  return {
    bytes,
    deflated: await promisify(deflateRaw)(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
    fill,
  };
}

/** Whether the page has a placeholder as it is. Each contains a part of the key. */
function hasPlaceholder(body: string, placeholders: PageValues): boolean {
  return Object.values(placeholders).some((value) => value && body.includes(String(value)));
}

/**
 * Whether data of the page would be wrong with values of other lengths: a placeholder is in a row with a length, or the data is
 * in base64, in which no placeholder would be found.
 */
function isSensitiveToLength(
  body: string,
  placeholders: PageValues,
  { dates, isData }: { dates: DateFormatOptions; isData: boolean },
): boolean {
  if (body.includes('self.__next_f.push([3,')) return true;
  const texts = listPlaces(placeholders, dates).filter(({ isOfAnyLength }) => isOfAnyLength);
  return readSizedRows(isData ? body : readData(body)).some((row) =>
    texts.some(({ text }) => row.includes(text)),
  );
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

/** The rows of data that begin with their lengths. Other rows are lines. */
function readSizedRows(data: string): string[] {
  const rows: string[] = [];
  const bytes = Buffer.from(data);
  for (let position = 0; position < bytes.length; ) {
    const start = bytes.indexOf(':', position) + 1;
    const sized = /^T([0-9a-f]+),/.exec(bytes.toString('latin1', start, start + 12));
    const textStart = start + (sized?.[0].length ?? 0);
    const end = sized ? textStart + Number.parseInt(sized[1] ?? '', 16) : bytes.indexOf('\n', start) + 1;
    if (start === 0 || end === 0) break;
    if (sized) rows.push(bytes.toString('utf8', textStart, end));
    position = end;
  }
  return rows;
}

/** How texts are written. `quote` is what precedes a text in data. */
interface Format {
  escapeText: (text: string) => string;
  quote: string | null;
}

/** Returns a function that splits a text at the places of values, into the texts between them and what replaces each. */
function createSplitter(places: Place[], { escapeText, quote }: Format): (text: string) => (string | Fill)[] {
  const fills = new Map<string, Fill>();
  for (const { text, getText, isText } of places) {
    fills.set(escapeText(text), (...given) => escapeText(getText(...given)));
    if (!isText || quote === null) continue;
    // React escapes a dollar sign at the start of a text.
    const escapeStart = (start: string) => quote + escapeText(start.replace(/^\$/, '$$$$'));
    fills.set(quote + escapeText(text), (...given) => escapeStart(getText(...given)));
  }
  // One can begin with another.
  const texts = [...fills.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(${texts.map(escapeRegExp).join('|')})`);
  return (text) => text.split(pattern).map((part, index) => (index % 2 && fills.get(part)) || part);
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

const htmlFormat: Format = { escapeText: escapeHtml, quote: null };
const dataFormat: Format = { escapeText: escapeData, quote: '"' };
const scriptFormat: Format = { escapeText: escapeScript, quote: '\\"' };
