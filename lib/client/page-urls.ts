import {
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';

// The search params and the URLs of the pages. Server components, hooks and links share the parsers.

export const maxSeats = 10_000;

const parseAsSeats = createParser({
  parse: (text) => {
    const seats = parseAsInteger.parse(text);
    return seats === null ? null : Math.min(Math.max(seats, 1), maxSeats);
  },
  serialize: String,
});

/** Tags rather than ids: they are unique within an app and short. */
const parseAsTags = parseAsArrayOf(parseAsString);

export const plansSearchParams = {
  switch: parseAsString,
  seats: parseAsSeats.withDefault(1),
};

export const compareSearchParams = {
  q: parseAsString.withDefault(''),
  differences: parseAsBoolean.withDefault(false),
  /** Tags of the plans to show. Empty means all. */
  plans: parseAsTags.withDefault([]),
  /** Tags of the two plans that a narrow screen shows side by side. */
  pair: parseAsTags.withDefault([]),
};

export const previewWidths = ['320', '768', '1280'] as const;
export const previewParts = ['plans', 'compare'] as const;

export const previewSearchParams = {
  as: parseAsString.withDefault('visitor'),
  /** Ids of versions to show although they are not public. */
  show: parseAsArrayOf(parseAsString).withDefault([]),
  width: parseAsStringLiteral(previewWidths).withDefault('1280'),
  part: parseAsStringLiteral(previewParts).withDefault('plans'),
};

type SearchParamValues<Parsers extends Parameters<typeof createSerializer>[0]> = Partial<
  inferParserType<Parsers>
>;

const serializePlans = createSerializer(plansSearchParams);
const serializeCompare = createSerializer(compareSearchParams);
const serializePreview = createSerializer(previewSearchParams);

/** Builds the URL of every page. All links use it. */
export const pageUrls = {
  plans: (state: SearchParamValues<typeof plansSearchParams> = {}) => serializePlans('/', state),
  compare: (state: SearchParamValues<typeof compareSearchParams> = {}) => serializeCompare('/compare', state),
  history: () => '/history',
  /** A link can't send an `Accept` header, so the API also accepts `format`. */
  historyCsv: () => '/api/account/versions?format=csv',
  optionalFeatures: () => '/optional-features',
  preview: (state: SearchParamValues<typeof previewSearchParams> = {}) => serializePreview('/preview', state),
  previewFrame: (state: SearchParamValues<typeof previewSearchParams> = {}) =>
    serializePreview('/preview/frame', state),
  signIn: () => '/sign-in',
  signOut: () => '/api/portal/sign-out',
};
