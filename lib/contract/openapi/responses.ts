import { type FieldError, type ProblemCode, problems } from '../errors';
import { commonHeaders, type ResponseHeaderName, responseHeaders } from '../headers';
import type { Answer, Operation } from '../operation';
import { sampleIds } from '../operations/sample-catalog';
import type { ProblemBody } from '../problem';
import { problemGuide } from '../problem-guide';
import { referTo, schemaAddress, toSchema } from './components';
import type { ExampleObject, Header, MediaType, Reference, ResponseObject } from './document';

const codes = Object.keys(problems) as ProblemCode[];

/** Answers and refusals of an operation by status. */
export function responsesOf({
  answers,
  problems: possible,
  faults = [],
}: Operation): Record<string, ResponseObject> {
  const statuses = [...new Set(possible.map((code) => problems[code].status))];
  return Object.fromEntries([
    ...answers.map((answer) => [answer.status, describeAnswer(answer)]),
    ...statuses.map((status) => {
      // In the table's order, whatever the operation's is.
      const ofStatus = codes.filter((code) => problems[code].status === status && possible.includes(code));
      return [status, describeRefusal(ofStatus, faults)];
    }),
  ]);
}

/** Refusals that belong to no operation: there is no such address, or no such method. */
export function strayResponses(): Record<string, ResponseObject> {
  return {
    NotFound: describeRefusal(['not_found'], []),
    MethodNotAllowed: describeRefusal(['method_not_allowed'], []),
  };
}

/** One example for each code of the table. */
export function problemExamples(): Record<string, ExampleObject> {
  return Object.fromEntries(codes.map((code) => [code, exampleOf(code, [])]));
}

export function componentHeaders(): Record<string, Header> {
  return Object.fromEntries(
    Object.entries(responseHeaders).map(([name, { schema, description, always }]) => [
      name,
      { description, required: always, schema: toSchema(schema) },
    ]),
  );
}

function describeAnswer({ description, headers = [], content }: Answer): ResponseObject {
  const media = Object.entries(content).map(([type, { schema, examples }]): [string, MediaType] => [
    type,
    { schema: toSchema(schema), examples: { ...examples } },
  ]);
  return { description, headers: headerReferences(headers), content: Object.fromEntries(media) };
}

function describeRefusal(ofStatus: ProblemCode[], faults: FieldError[]): ResponseObject {
  const status = problems[ofStatus[0] as ProblemCode].status;
  return {
    description: ofStatus.map((code) => problems[code].title).join(', or: '),
    headers: headerReferences(headersOfStatus(status)),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: schemaAddress('Problem') },
            {
              type: 'object',
              properties: {
                status: { type: 'integer', const: status },
                code: { type: 'string', enum: ofStatus },
              },
              required: ['status', 'code'],
            },
          ],
        },
        examples: Object.fromEntries(ofStatus.map((code) => [code, exampleFor(code, faults)])),
      },
    },
  };
}

function headersOfStatus(status: number): ResponseHeaderName[] {
  if (status === 401) return ['WWW-Authenticate'];
  if (status === 405) return ['Allow'];
  return [409, 429, 503].includes(status) ? ['Retry-After'] : [];
}

function headerReferences(own: ResponseHeaderName[]): Record<string, Reference> {
  return Object.fromEntries([...commonHeaders, ...own].map((name) => [name, referTo('headers', name)]));
}

/** The table's example, unless the operation's own fields make a better one. */
function exampleFor(code: ProblemCode, faults: FieldError[]): ExampleObject | Reference {
  const own = faults.filter((fault) => fault.code === code);
  return own.length > 0 ? exampleOf(code, own) : referTo('examples', code);
}

function exampleOf(code: ProblemCode, faults: FieldError[]): ExampleObject {
  const { status, title } = problems[code];
  const guide = problemGuide[code];
  const message = faults.map((fault) => fault.message).join(' ') || guide.message;
  const value: ProblemBody = {
    success: false,
    message,
    type: `/problems/${code}`,
    title,
    status,
    detail: message,
    code,
    ...(faults.length > 0 && { errors: faults }),
    request_id: sampleIds.request,
  };
  return { summary: title, description: guide.when, value };
}
