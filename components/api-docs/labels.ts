/** Labels of the API reference. Like the OpenAPI document they are always in English. */
export const labels = {
  locale: 'en-GB',
  title: 'API reference',
  lead: (date: string) => `API version ${date}. The OpenAPI document is available at`,
  contents: 'On this page',
  errorCodes: 'Error codes',
  errorCodesLead: 'Each code has one HTTP status and one title.',
  schemas: 'Schemas',
  schemasLead: 'Fields of the request and response bodies.',
  schemaLead: 'Schema of a request or response body.',
  operations: 'Operations',
  definitions: 'Definitions',
  sections: {
    parameters: 'Parameters',
    body: 'Request body',
    request: 'Request',
    responses: 'Responses',
    errors: 'Errors',
    fields: 'Fields',
    schemas: 'Schemas',
  },
  alsoAt: (path: string) => `Also available at ${path}.`,
  allowedCallers: (callers: string) => `Allowed for ${callers}.`,
  callers: {
    visitor: 'visitors',
    member: 'members',
    owner: 'owners',
    product: 'the product role',
    app_key: 'app keys',
  } as Record<string, string>,
  locations: { path: 'path', query: 'query', header: 'header' },
  required: 'required',
  optional: 'optional',
  example: 'Example',
  noAdditionalFields: 'Additional fields are not allowed.',
  types: {
    arrayOf: 'array of',
    or: 'or',
    mapOf: 'map of string to',
    oneOf: 'one of',
    any: 'any',
    characters: (min: number | undefined, max: number | undefined) => {
      if (min !== undefined && max !== undefined) return `${min} to ${max} characters`;
      if (max !== undefined) return `at most ${max} characters`;
      return min === 1 ? 'not empty' : `at least ${min} characters`;
    },
    range: (min: number | undefined, max: number | undefined) => {
      if (min !== undefined && max !== undefined) return `${min} to ${max}`;
      return max === undefined ? `at least ${min}` : `at most ${max}`;
    },
  },
};
