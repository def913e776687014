import { interpolate } from '@/components/i18n/interpolate';
import { linkClassName } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import { type ApiErrorCode, apiErrors } from '@/lib/contract/errors';
import { commonHeaders } from '@/lib/contract/headers';
import type {
  HttpMethod,
  OpenApiDocument,
  OperationObject,
  ResponseObject,
} from '@/lib/contract/openapi/types';
import { resolveResponse } from '@/lib/contract/openapi/types';
import { formatList } from '@/lib/format/plurals';
import { type CurlCommandInput, createCurlCommand, ExampleList } from './examples';
import { labels } from './labels';
import { Code, CodeBlock, getSectionId, InlineMarkdown } from './markdown';
import { ReferenceLayout, Section } from './reference-layout';
import {
  FieldList,
  getSchemaName,
  listFields,
  listReferencedSchemas,
  listSchemaContents,
  SchemaSection,
  TypeName,
} from './schemas';

const methods: HttpMethod[] = ['get', 'post', 'put', 'patch', 'delete'];

export type ListedOperation = Pick<CurlCommandInput, 'path' | 'method' | 'operation'>;

/** The operations of a tag, in document order. */
export function listOperations({ paths }: OpenApiDocument, tag: string): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(tag) ? [{ path, method, operation }] : [];
    }),
  );
}

/** The operation with this ID. It is undefined if there is none. */
export function findOperation(document: OpenApiDocument, id: string): ListedOperation | undefined {
  return document.tags
    .flatMap(({ name }) => listOperations(document, name))
    .find(({ operation }) => operation.operationId === id);
}

/** Method and path: `GET /api/accounts`. */
export function OperationPath({
  document,
  path,
  method,
}: Omit<ListedOperation, 'operation'> & { document: OpenApiDocument }) {
  return (
    <p>
      <Code>{`${method.toUpperCase()} ${document.servers[0]?.url ?? ''}${path}`}</Code>
    </p>
  );
}

interface OperationProps extends ListedOperation {
  document: OpenApiDocument;
  origin: string;
}

/** Reference of one operation, with the schemas of its bodies. */
export function OperationReference(props: OperationProps) {
  const { document, operation } = props;
  const { summary, description, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json'];
  const bodySchema = document.components.schemas[getSchemaName(body?.schema.$ref ?? '')];
  const successes = listResponses(document, operation).filter(([status]) => status < '400');
  const schemas = listReferencedSchemas(document, [parameters, bodySchema, successes]);
  const { sections } = labels;
  return (
    <ReferenceLayout
      isPart
      title={summary}
      lead={<OperationPath {...props} />}
      contents={[
        {
          title: labels.contents,
          links: [
            ...(parameters ? [sections.parameters] : []),
            ...(bodySchema ? [sections.body] : []),
            sections.request,
            sections.responses,
            sections.errors,
          ].map((title) => ({ id: getSectionId(title), label: title })),
        },
        ...listSchemaContents(schemas),
      ]}
    >
      <div className="pb-12">
        <p className="max-w-[68ch]">
          <InlineMarkdown>{description}</InlineMarkdown>
        </p>
        <Availability {...props} />
      </div>
      {parameters && (
        <Section title={sections.parameters}>
          <FieldList
            fields={parameters.map((parameter) => ({
              ...parameter,
              location: labels.locations[parameter.in],
            }))}
            isRequest
          />
        </Section>
      )}
      {body && bodySchema && (
        <Section title={sections.body}>
          <FieldList fields={listFields(bodySchema)} isRequest />
          <ExampleList document={document} media={body} context={summary} />
        </Section>
      )}
      <Section title={sections.request}>
        <div className="pt-2">
          <CodeBlock>{createCurlCommand(props)}</CodeBlock>
        </div>
      </Section>
      <Section title={sections.responses}>
        <Responses document={document} summary={summary} responses={successes} />
      </Section>
      <Section title={sections.errors}>
        <OperationErrors document={document} operation={operation} />
      </Section>
      <SchemaSection document={document} names={schemas} />
    </ReferenceLayout>
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

function listResponses(
  document: OpenApiDocument,
  { responses }: OperationObject,
): [string, ResponseObject][] {
  return Object.entries(responses).map(([status, response]) => [status, resolveResponse(document, response)]);
}

interface ResponsesProps {
  document: OpenApiDocument;
  /** Summary of the operation. */
  summary: string;
  /** Responses by status. */
  responses: [string, ResponseObject][];
}

/** Successful responses. */
function Responses({ document, summary, responses }: ResponsesProps) {
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
          <ExampleList document={document} media={media} context={`${summary}, ${status}`} />
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
function OperationErrors({ document, operation }: Pick<OperationProps, 'document' | 'operation'>) {
  const responses = listResponses(document, operation).filter(([status]) => status >= '400');
  return (
    <ul className="grid gap-x-8 middle:grid-cols-2">
      {responses.flatMap(([status, { content }]) =>
        Object.keys(content['application/problem+json']?.examples ?? {}).map((code) => (
          <li key={code} className="flex items-baseline gap-x-3 border-b border-line py-2.5">
            <span className="figures text-soft">{status}</span>
            <a
              href={`${staffUrls.docs()}#${code}`}
              className={linkClassName}
              title={apiErrors[code as ApiErrorCode].title}
            >
              <Code>{code}</Code>
            </a>
          </li>
        )),
      )}
    </ul>
  );
}
