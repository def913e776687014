import type { ReactNode } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { linkClassName } from '@/components/ui/text-link';
import { type ApiErrorCode, apiErrors } from '@/lib/contract/errors';
import { commonHeaders } from '@/lib/contract/headers';
import { resolveResponse } from '@/lib/contract/openapi/resolve';
import type {
  HttpMethod,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '@/lib/contract/openapi/types';
import { formatList } from '@/lib/format/plurals';
import { createCurlCommand, ExampleList } from './examples';
import { labels } from './labels';
import { Code, CodeBlock, InlineMarkdown } from './markdown';
import { FieldList, getSchemaName, listFields, TypeName } from './schemas';

const methods: HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

interface ListedOperation {
  path: string;
  method: HttpMethod;
  operation: OperationObject;
}

/** The operations of a tag, in document order. */
export function listOperations({ paths }: OpenApiDocument, tag: string): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(tag) ? [{ path, method, operation }] : [];
    }),
  );
}

interface OperationProps extends ListedOperation {
  document: OpenApiDocument;
  origin: string;
}

/** Reference of one operation. */
export function OperationSection(props: OperationProps) {
  const { document, path, method, operation } = props;
  const { operationId, summary, description, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json'];
  const bodySchema = document.components.schemas[getSchemaName(body?.schema.$ref ?? '')];
  return (
    <section aria-labelledby={operationId} className="border-t border-edge pt-4 pb-12">
      <h3 id={operationId} className="scroll-mt-6 text-lead font-medium">
        {summary}
      </h3>
      <p className="mt-1">
        <Code>
          {method.toUpperCase()} {document.servers[0]?.url}
          {path}
        </Code>
      </p>
      <p className="mt-3 max-w-[68ch]">
        <InlineMarkdown>{description}</InlineMarkdown>
      </p>
      <Availability {...props} />
      {parameters && (
        <Subsection title={labels.parameters}>
          <FieldList
            fields={parameters.map((parameter) => ({
              ...parameter,
              location: labels.locations[parameter.in],
            }))}
            isRequest
          />
        </Subsection>
      )}
      {body && bodySchema && (
        <Subsection title={labels.body}>
          <FieldList fields={listFields(bodySchema)} isRequest />
          <ExampleList document={document} media={body} context={summary} />
        </Subsection>
      )}
      <Subsection title={labels.request}>
        <div className="pt-2">
          <CodeBlock>{createCurlCommand(props)}</CodeBlock>
        </div>
      </Subsection>
      <Subsection title={labels.responses}>
        <Responses document={document} operation={operation} />
      </Subsection>
      <Subsection title={labels.errors}>
        <OperationErrors document={document} operation={operation} />
      </Subsection>
    </section>
  );
}

/** Allowed callers and alternative URLs. */
function Availability({ document, path, operation }: OperationProps) {
  const alternatives = (document.paths[path]?.servers ?? [])
    .slice(1)
    .map(({ url }) => `${url.replace(/\/$/, '')}${path}`);
  const callers = operation['x-callers'].map((caller) => labels.callers[caller] ?? caller);
  return (
    <p className="mt-2 text-small text-soft">
      {labels.allowedCallers(formatList(labels.locale, callers))}{' '}
      {alternatives.length > 0 &&
        interpolate(labels.alsoAt, [<Code key="alternatives">{alternatives.join(' ')}</Code>])}
    </p>
  );
}

function Subsection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-6">
      <h4 className="border-b border-line pb-1 text-small text-soft">{title}</h4>
      {children}
    </div>
  );
}

interface ResponsesProps {
  document: OpenApiDocument;
  operation: OperationObject;
}

function listResponses(
  document: OpenApiDocument,
  { responses }: OperationObject,
): [string, ResponseObject][] {
  return Object.entries(responses).map(([status, response]) => [status, resolveResponse(document, response)]);
}

/** Successful responses. */
function Responses({ document, operation }: ResponsesProps) {
  const responses = listResponses(document, operation).filter(([status]) => status < '400');
  return responses.map(([status, response]) => (
    <div key={status} className="border-b border-line py-2.5">
      <p>
        <span className="figures font-medium">{status}</span>{' '}
        <InlineMarkdown>{response.description}</InlineMarkdown>
      </p>
      {Object.entries(response.content).map(([type, media]) => (
        <div key={type}>
          <p className="pb-3 text-small text-soft">
            <Code>{type}</Code>: <TypeName schema={media.schema} />
          </p>
          <ExampleList document={document} media={media} context={`${operation.summary}, ${status}`} />
        </div>
      ))}
      <ResponseHeaders document={document} response={response} />
    </div>
  ));
}

/** Headers that not every response has. */
function ResponseHeaders({ document, response }: { document: OpenApiDocument; response: ResponseObject }) {
  const common = new Set<string>(commonHeaders);
  const names = Object.keys(response.headers).filter((name) => !common.has(name));
  return names.map((name) => (
    <p key={name} className="pt-1 text-small text-soft">
      <Code>{name}</Code>:{' '}
      <InlineMarkdown>{document.components.headers[name]?.description ?? ''}</InlineMarkdown>
    </p>
  ));
}

/** Error codes of the operation, with links to their descriptions. */
function OperationErrors({ document, operation }: ResponsesProps) {
  const responses = listResponses(document, operation).filter(([status]) => status >= '400');
  return (
    <ul className="grid gap-x-8 middle:grid-cols-2">
      {responses.flatMap(([status, { content }]) =>
        Object.keys(content['application/problem+json']?.examples ?? {}).map((code) => (
          <li key={code} className="flex items-baseline gap-x-3 border-b border-line py-2.5">
            <span className="figures text-soft">{status}</span>
            <a href={`#${code}`} className={linkClassName} title={apiErrors[code as ApiErrorCode].title}>
              <Code>{code}</Code>
            </a>
          </li>
        )),
      )}
    </ul>
  );
}
