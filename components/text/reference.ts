/**
 * Labels of the API reference. What it tells comes from the description itself, which is English for readers of every
 * language, and so these are.
 */
export const reference = {
  locale: 'en-GB',
  title: 'API reference',
  lead: (date: string) => `Contract of ${date}. Everything here is served to programs as well:`,
  contents: 'On this page',
  refusals: 'All refusals',
  refusalsLead: 'Each code has one status and one title, wherever it comes from.',
  shapes: 'Shapes',
  shapesLead: 'What goes over the wire, field by field.',
  alsoAt: (path: string) => `Also answers at ${path}.`,
  mayCall: (callers: string) => `For ${callers}.`,
  callers: {
    visitor: 'visitors',
    member: 'members',
    owner: 'owners',
    product: 'the product role',
    app_key: 'keys of the app',
  } as Record<string, string>,
  parameters: 'Parameters',
  places: { path: 'path', query: 'query', header: 'header' },
  body: 'Body',
  answers: 'Answers',
  operationRefusals: 'Refusals',
  required: 'required',
  optional: 'optional',
  example: 'Example',
  request: 'Request',
  nothingMore: 'It takes no other fields.',
  types: {
    arrayOf: 'array of',
    or: 'or',
    mapOf: 'object, by key:',
    oneOf: 'one of',
    anything: 'anything',
    characters: (least: number | undefined, most: number | undefined) => {
      if (least !== undefined && most !== undefined) return `${least} to ${most} characters`;
      if (most !== undefined) return `at most ${most} characters`;
      return least === 1 ? 'not empty' : `at least ${least} characters`;
    },
    from: (least: number | undefined, most: number | undefined) => {
      if (least !== undefined && most !== undefined) return `${least} to ${most}`;
      return most === undefined ? `from ${least}` : `up to ${most}`;
    },
  },
};

export type Reference = typeof reference;
