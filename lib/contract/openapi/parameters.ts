import type { ZodObject } from 'zod';
import type { Operation } from '../operation';
import { toSchema } from './components';
import type { Parameter } from './document';

/** Parameters of an operation, each with the sample's value where that has one. */
export function parametersOf({ pathParameters, query, headers, sample }: Operation): Parameter[] {
  return [
    ...listParameters('path', pathParameters, sample),
    ...listParameters('query', query, sample),
    ...listParameters('header', headers, sample),
  ];
}

function listParameters(
  place: Parameter['in'],
  fields: ZodObject | undefined,
  sample: Operation['sample'],
): Parameter[] {
  if (!fields) return [];
  // What a query's text is read as says more than the text: a whole number and its bounds, not a pattern.
  const { properties = {}, required = [] } = toSchema(fields, place === 'query' ? 'output' : 'input');
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    schema,
    ...(sample[name] !== undefined && { example: sample[name] }),
  }));
}
