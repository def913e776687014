import { fromUUIDBytes } from 'typeid-js';
import { v7 } from 'uuid';

/** All ID prefixes. An ID is a TypeID: a prefix, `_`, and a UUIDv7 as 26 characters of Crockford base32. */
const prefixes = {
  app: 'app',
  version: 'ver',
  feature: 'fea',
  addOn: 'off',
  account: 'acc',
  historyEntry: 'avh',
  addOnChange: 'aoh',
  accountChange: 'chg',
  move: 'mov',
  notice: 'ntc',
  key: 'key',
  session: 'pse',
  event: 'evt',
  edition: 'ced',
  webhookEndpoint: 'whe',
  auditEntry: 'aud',
  request: 'req',
} as const;

type IdKind = keyof typeof prefixes;

/** Generates an ID. IDs sort by creation time. `typeid()` returns the same but also parses its own result, which is slower. */
export function makeId(kind: IdKind): string {
  return fromUUIDBytes(prefixes[kind], v7(undefined, new Uint8Array(16)));
}

const base32 = '0123456789abcdefghjkmnpqrstvwxyz';
/** Each number below 1024 as two characters. */
const base32Pairs = Array.from(
  { length: 1024 },
  (_, number) => `${base32[number >> 5]}${base32[number & 31]}`,
);

let lastRequest = { at: 0, prefix: '', count: 0 };

/**
 * Generates the ID of a request, in less time than `makeId`: within a millisecond, the last 30 of the random bits count up
 * (RFC 9562, 6.2, method 2). They begin below 2^29, so they do not overflow.
 */
export function makeRequestId(): string {
  const at = Date.now();
  if (lastRequest.at !== at) {
    lastRequest = { at, prefix: makeId('request').slice(0, -6), count: Math.floor(Math.random() * 2 ** 29) };
  }
  const count = lastRequest.count++;
  return (
    lastRequest.prefix +
    base32Pairs[count >> 20] +
    base32Pairs[(count >> 10) & 1023] +
    base32Pairs[count & 1023]
  );
}

/** Whether a text has the form of an ID. Texts from requests are checked before they become keys of a cache. */
export function isWellFormedId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${prefixes[kind]}_`) && /^[a-z]+_[0-9a-z]{26}$/.test(text);
}

/** The ID of the event that the creation of a row caused: that of the row with another prefix. */
export function toEventId(id: string): string {
  return `${prefixes.event}${id.slice(id.indexOf('_'))}`;
}

/** The first ID of audit entries from a time on, in Unix milliseconds. */
export function toFirstAuditId(at: number): string {
  const bytes = v7({ msecs: at, random: new Uint8Array(16), seq: 0 }, new Uint8Array(16));
  return fromUUIDBytes(prefixes.auditEntry, bytes);
}

/** The ID of a notice: equal for an equal time, in Unix milliseconds, and digest. */
export function toNoticeId(at: number, digest: Uint8Array): string {
  return fromUUIDBytes(
    prefixes.notice,
    v7({ msecs: at, random: digest.slice(0, 16), seq: 0 }, new Uint8Array(16)),
  );
}

/** Type of the ID generator, which is passed to functions that create records. */
export type MakeId = typeof makeId;
