import type { OpenApiDocument, OperationObject, Parameter, Verb } from '@/lib/contract/openapi/document';
import { exampleValue } from './example-value';

interface SampleOrder {
  document: OpenApiDocument;
  path: string;
  verb: Verb;
  operation: OperationObject;
  /** Where the reader found this page: `https://plans.example.com`. */
  origin: string;
}

/** A command for a shell that sends the operation's sample; the key is the reader's own, in `$KEY`. */
export function sampleRequest({ document, path, verb, operation, origin }: SampleOrder): string {
  const samples = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
  const body = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0];
  const lines = [
    `curl ${verb === 'get' ? '' : `-X ${verb.toUpperCase()} `}${quote(addressOf(origin, document, path, samples))}`,
    ...(needsKey(operation) ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...samples
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, example }) => `-H ${quote(`${name}: ${example}`)}`),
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d ${quote(JSON.stringify(exampleValue(document, body), null, 2))}`,
        ]
      : []),
  ];
  return lines.join(' \\\n  ');
}

function addressOf(origin: string, document: OpenApiDocument, path: string, samples: Parameter[]): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) =>
    encodeURIComponent(samples.find((parameter) => parameter.name === name)?.example ?? whole),
  );
  return `${origin}${document.servers[0]?.url ?? ''}${filled}`;
}

function needsKey({ security }: OperationObject): boolean {
  return !security.some((each) => Object.keys(each).length === 0);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
