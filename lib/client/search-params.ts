/** A search param of a page. `parse` takes null where the URL does not have it; `serialize` returns null for the default. */
interface SearchParam<Value> {
  parse: (text: string | null) => Value;
  serialize: (value: Value) => string | null;
  /** Whether the values of repeated params are joined. Otherwise, the first counts. */
  isList?: boolean;
}

export type SearchParams = Record<
  string,
  { parse: (text: string | null) => unknown; serialize: (value: never) => string | null; isList?: boolean }
>;

export type SearchParamValues<Params extends SearchParams> = {
  [Name in keyof Params]: Params[Name] extends SearchParam<infer Value> ? Value : never;
};

/** A text. Empty by default. */
export const textParam = (defaultValue = ''): SearchParam<string> => ({
  parse: (text) => text ?? defaultValue,
  serialize: (value) => (value === defaultValue ? null : value),
});

/** A text that matches `pattern`. Empty replaces other text. */
export const patternParam = (pattern: RegExp): SearchParam<string> => ({
  parse: (text) => (text !== null && pattern.test(text) ? text : ''),
  serialize: (value) => value || null,
});

/** A text, or null without one. */
export const optionalTextParam: SearchParam<string | null> = {
  parse: (text) => text || null,
  serialize: (value) => value,
};

export const flagParam: SearchParam<boolean> = {
  parse: (text) => text === 'true',
  serialize: (value) => (value ? 'true' : null),
};

/** Texts without commas. A form repeats the param for each of them. */
export const listParam: SearchParam<string[]> = {
  isList: true,
  parse: (text) => text?.split(',').filter(Boolean) ?? [],
  serialize: (value) => value.join(',') || null,
};

/** An integer. The nearest valid one replaces an invalid one, and the minimum replaces other text. */
export const integerParam = (min: number, max: number): SearchParam<number> => ({
  parse: (text) => Math.min(Math.max(Math.trunc(Number(text)) || min, min), max),
  serialize: (value) => (value === min ? null : String(value)),
});

/** An integer as `integerParam`, or null without one. */
export const optionalIntegerParam = (min: number, max: number): SearchParam<number | null> => ({
  parse: (text) => (text === null ? null : integerParam(min, max).parse(text)),
  serialize: (value) => (value === null ? null : String(value)),
});

/** One of `choices`. */
export const choiceParam = <Choice extends string, Default extends Choice | null>(
  choices: readonly Choice[],
  defaultValue: Default,
): SearchParam<Choice | Default> => ({
  parse: (text) => choices.find((choice) => choice === text) ?? defaultValue,
  serialize: (value) => (value === defaultValue ? null : value),
});

/** The search params that Next gives to a page. */
export type PageSearchParams = Record<string, string | string[] | undefined>;

export function parseSearchParams<Params extends SearchParams>(
  params: Params,
  source: string | PageSearchParams,
): SearchParamValues<Params> {
  const query = typeof source === 'string' ? new URLSearchParams(source) : null;
  const getText = (name: string, isList = false) => {
    const texts = query ? query.getAll(name) : [(source as PageSearchParams)[name]].flat();
    return (isList ? texts.join(',') : texts[0]) ?? null;
  };
  const values = Object.entries(params).map(([name, { parse, isList }]) => [
    name,
    parse(getText(name, isList)),
  ]);
  return Object.fromEntries(values) as SearchParamValues<Params>;
}

/** Sets params in a query string and keeps the others. Returns an empty string or one that starts with `?`. */
export function updateQuery<Params extends SearchParams>(
  params: Params,
  query: string,
  values: Partial<SearchParamValues<Params>>,
): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    const text = value === undefined ? null : params[name]?.serialize(value as never);
    if (text == null) next.delete(name);
    else next.set(name, text);
  }
  // A comma is valid in a query string, and lists are easier to read with it.
  const text = next.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}
