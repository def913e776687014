import { linkClassName } from '@/components/ui/text-link';
import type {
  HttpMethod,
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
} from '@/lib/contract/openapi/types';
import { resolveExample } from '@/lib/contract/openapi/types';
import { labels } from './labels';
import { CodeBlock } from './markdown';

interface ExampleListProps {
  document: OpenApiDocument;
  media: MediaType;
  /** What the examples belong to, for screen readers. */
  context: string;
}

/** Collapsed examples of a body. */
export function ExampleList({ document, media, context }: ExampleListProps) {
  return Object.entries(media.examples).map(([name, exampleOrReference]) => {
    const example = resolveExample(document, exampleOrReference);
    return (
      example && (
        <details key={name} className="py-1">
          <summary className="w-fit py-3 text-small">
            <span className={linkClassName}>
              {labels.example}: {example.summary}
            </span>
            <span className="sr-only"> ({context})</span>
          </summary>
          <div className="pt-2">
            <CodeBlock>{formatExample(example.value)}</CodeBlock>
          </div>
        </details>
      )
    );
  });
}

function formatExample(value: unknown): string {
  return typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2);
}

export interface CurlCommandInput {
  document: OpenApiDocument;
  path: string;
  method: HttpMethod;
  operation: OperationObject;
  /** Origin of this server: `https://plans.example.com`. */
  origin: string;
}

/** A curl command for the operation's sample request. It reads the API key from the variable `KEY`. */
export function createCurlCommand({ document, path, method, operation, origin }: CurlCommandInput): string {
  const parameters = (operation.parameters ?? []).filter(({ example }) => example !== undefined);
  const body = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})[0];
  const methodOption = method === 'get' ? '' : `-X ${method.toUpperCase()} `;
  const lines = [
    `curl ${methodOption}${quoteForShell(createUrl(origin, document, path, parameters))}`,
    ...(requiresKey(operation) ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name, example }) => `-H ${quoteForShell(`${name}: ${example}`)}`),
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d ${quoteForShell(JSON.stringify(resolveExample(document, body)?.value, null, 2))}`,
        ]
      : []),
  ];
  return lines.join(' \\\n  ');
}

function createUrl(origin: string, document: OpenApiDocument, path: string, parameters: Parameter[]): string {
  const resolvedPath = path.replace(/\{(\w+)\}/g, (placeholder, name) =>
    encodeURIComponent(parameters.find((parameter) => parameter.name === name)?.example ?? placeholder),
  );
  return `${origin}${document.servers[0]?.url ?? ''}${resolvedPath}`;
}

function requiresKey({ security }: OperationObject): boolean {
  return !security.some((requirement) => Object.keys(requirement).length === 0);
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
