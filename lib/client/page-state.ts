import {
  createParser,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';

/** What the pages keep in their address. One parser each, so that server, hook and link agree. */

export const maxSeats = 10_000;

const parseAsSeats = createParser({
  parse: (text) => {
    const seats = parseAsInteger.parse(text);
    return seats === null ? null : Math.min(Math.max(seats, 1), maxSeats);
  },
  serialize: String,
});

/** Tags, not ids: they are unique within an app and short enough to read in an address. */
const parseAsTags = parseAsArrayOf(parseAsString);

export const plansState = {
  switch: parseAsString,
  seats: parseAsSeats.withDefault(1),
};

export const compareState = {
  q: parseAsString.withDefault(''),
  differences: parseAsBoolean.withDefault(false),
  /** The plans to show, by tag; none named is all. */
  plans: parseAsTags.withDefault([]),
  /** The two plans that a narrow screen shows side by side, by tag. */
  pair: parseAsTags.withDefault([]),
};

export const previewWidths = ['320', '768', '1280'] as const;
export const previewParts = ['plans', 'compare'] as const;

export const previewState = {
  as: parseAsString.withDefault('visitor'),
  /** Ids of the versions to show though they are not public. */
  show: parseAsArrayOf(parseAsString).withDefault([]),
  width: parseAsStringLiteral(previewWidths).withDefault('1280'),
  part: parseAsStringLiteral(previewParts).withDefault('plans'),
};
