import { createHash } from 'node:crypto';
import type { Caller } from '@/lib/domain/caller';
import { type DateFormatOptions, formatDate, formatIsoTime } from '@/lib/format/date-time';
import { toUnixSeconds } from '../serializers/serializers';

/** Enclose the placeholder of a text. They are private use characters. */
export const placeholderMarks = ['\uE000', '\uE001'] as const;

/** A value that differs between the pages of two accounts in the same state. */
interface AccountValue<Value extends string | number> {
  /** The value is null if the caller has none. */
  read: (caller: Caller) => Value | null;
  /**
   * What a shared page has in its place, made from the key of the page in hexadecimal digits: a page of another state has
   * another one. IDs and numbers have the length of real ones.
   */
  createPlaceholder: (digits: string, name: string) => Value;
  /** The texts that pages show for it. */
  forms: Form[];
}

interface Form {
  format: (value: string | number, dates: DateFormatOptions) => string;
  /** Whether its length depends on the value. */
  isOfAnyLength: boolean;
  /** Whether it is a text that people wrote. React escapes a dollar sign at the start of one. */
  isText: boolean;
}

const exact: Form = { format: String, isOfAnyLength: false, isText: false };

function text(read: (caller: Caller) => string | null): AccountValue<string> {
  const [open, close] = placeholderMarks;
  return {
    read,
    createPlaceholder: (digits, name) => `${open}${name} ${digits.slice(0, 16)}${close}`,
    forms: [{ format: String, isOfAnyLength: true, isText: true }],
  };
}

function id(prefix: string, read: (caller: Caller) => string | null): AccountValue<string> {
  return { read, createPlaceholder: (digits) => `${prefix}_${digits.slice(0, 26)}`, forms: [exact] };
}

/** A time in Unix seconds. The placeholder is in the years 2255 to 2267. */
function seconds(read: (caller: Caller) => number | null): AccountValue<number> {
  return {
    read,
    createPlaceholder: (digits) => 9e9 + (toNumber(digits) % 4e8),
    forms: [
      exact,
      { ...exact, format: (at) => formatIsoTime(Number(at)) },
      { ...exact, format: (at, dates) => formatDate(Number(at), dates), isOfAnyLength: true },
    ],
  };
}

/** A time in Unix milliseconds. */
function milliseconds(read: () => number) {
  return { read, createPlaceholder: (digits: string) => 9e12 + toNumber(digits), forms: [exact] };
}

const toNumber = (digits: string) => Number.parseInt(digits.slice(0, 8), 16);

/**
 * All values of an account. The queries of a page return these for the value, so a shared page has its placeholder. A value
 * that differs between accounts and is not in this list belongs to the key of the page (`page-state.ts`).
 */
export const accountValues = {
  name: text(({ actor }) => actor?.name ?? null),
  accountId: id('acc', ({ account }) => account?.id ?? null),
  accountTitle: text(({ account }) => account?.title ?? null),
  /** When the account came to its plan, or null if that is not known. */
  planSince: seconds(({ state: { current } }) => current && toUnixSeconds(current.planSince)),
  /** The newest entry of the history of plans. */
  newestVersion: id('avh', ({ state: { current } }) => current?.id ?? null),
  /** The newest entry of the history of add-ons. */
  newestOption: id('aoh', ({ state: { addOnStates } }) => {
    const newest = addOnStates.toSorted((a, b) => b.sequence - a.sequence)[0];
    return newest?.id ?? null;
  }),
  /** When the page was rendered. */
  renderedAt: milliseconds(() => Date.now()),
} satisfies Record<string, AccountValue<string> | AccountValue<number>>;

type AccountValues = typeof accountValues;
type ValueName = keyof AccountValues;

/** What a page shows of each value. */
export type PageValues = { [Name in ValueName]: ReturnType<AccountValues[Name]['read']> };

const names = Object.keys(accountValues) as ValueName[];

export function readPageValues(caller: Caller): PageValues {
  return Object.fromEntries(names.map((name) => [name, accountValues[name].read(caller)])) as PageValues;
}

/** Placeholders for the values of pages with a key. What an account does not have has none. */
export function createPlaceholders(key: string, values: PageValues): PageValues {
  const create = (name: ValueName) => {
    const digits = createHash('sha256').update(`${name} ${key}`).digest('hex');
    return values[name] && accountValues[name].createPlaceholder(digits, name);
  };
  return Object.fromEntries(names.map((name) => [name, create(name)])) as PageValues;
}

/** A text that a placeholder has in a page, and what replaces it. */
export interface Place extends Pick<Form, 'isOfAnyLength' | 'isText'> {
  text: string;
  getText: (values: PageValues, dates: DateFormatOptions) => string;
}

/** Where a page shows the values. */
export function listPlaces(placeholders: PageValues, dates: DateFormatOptions): Place[] {
  return names.flatMap((name) => {
    const placeholder = placeholders[name];
    if (!placeholder) return [];
    return accountValues[name].forms.map(({ format, ...form }) => ({
      ...form,
      text: format(placeholder, dates),
      getText: (values: PageValues) => format(values[name] ?? '', dates),
    }));
  });
}
