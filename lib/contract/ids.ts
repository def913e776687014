import { fromUUIDBytes } from 'typeid-js';
import { v7 } from 'uuid';

/** The closed list of id prefixes. An id is a prefix, `_` and 26 characters of Crockford base32 over a UUIDv7. */
const prefixes = {
  app: 'app',
  version: 'ver',
  feature: 'fea',
  account: 'acc',
  activation: 'avh',
  key: 'key',
  session: 'pse',
  request: 'req',
} as const;

export type IdKind = keyof typeof prefixes;

/** Makes a new id, ordered by time of making. `typeid()` would make the same, and then take it apart again to check it. */
export function makeId(kind: IdKind): string {
  return fromUUIDBytes(prefixes[kind], v7(undefined, new Uint8Array(16)));
}

/** The one id-making function, passed to whoever makes records. */
export type MakeId = typeof makeId;

/** Whether `text` could be an id of this kind; ids made elsewhere may have any form after the prefix. */
export function looksLikeId(kind: IdKind, text: string): boolean {
  return new RegExp(`^${prefixes[kind]}_[A-Za-z0-9_-]{1,64}$`).test(text);
}
