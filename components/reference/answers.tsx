import type { Reference } from '@/components/text/reference';
import { linkLook } from '@/components/ui/text-link';
import type { OpenApiDocument, OperationObject, ResponseObject } from '@/lib/contract/openapi/document';
import { Code } from './code';
import { ExampleList } from './example-list';
import { Sentence } from './prose';
import { TypeName } from './type-name';

interface AnswersProps {
  document: OpenApiDocument;
  operation: OperationObject;
  reference: Reference;
}

/** What a request that succeeds is answered with. */
export function Answers({ document, operation, reference }: AnswersProps) {
  const answers = Object.entries(operation.responses).filter(([status]) => status < '400');
  return answers.map(([status, response]) => (
    <div key={status} className="border-b border-line py-2.5">
      <p>
        <span className="figures font-medium">{status}</span> <Sentence>{response.description}</Sentence>
      </p>
      {Object.entries(response.content).map(([type, media]) => (
        <div key={type}>
          <p className="pb-3 text-small text-soft">
            <Code>{type}</Code>: <TypeName schema={media.schema} words={reference.types} />
          </p>
          <ExampleList
            document={document}
            media={media}
            label={reference.example}
            of={`${operation.summary}, ${status}`}
          />
        </div>
      ))}
      <OwnHeaders document={document} response={response} />
    </div>
  ));
}

/** Headers that this answer has and not every one. */
function OwnHeaders({ document, response }: { document: OpenApiDocument; response: ResponseObject }) {
  const common = Object.keys(document.components.responses.NotFound?.headers ?? {});
  const own = Object.keys(response.headers).filter((name) => !common.includes(name));
  return own.map((name) => (
    <p key={name} className="pt-1 text-small text-soft">
      <Code>{name}</Code>: <Sentence>{document.components.headers[name]?.description ?? ''}</Sentence>
    </p>
  ));
}

/** Which refusals it can give, each with a link to what it means. */
export function OperationRefusals({ document, operation }: Omit<AnswersProps, 'reference'>) {
  const refusals = Object.entries(operation.responses).filter(([status]) => status >= '400');
  return (
    <ul className="grid gap-x-8 middle:grid-cols-2">
      {refusals.flatMap(([status, { content }]) =>
        Object.keys(content['application/problem+json']?.examples ?? {}).map((code) => (
          <li key={code} className="flex items-baseline gap-x-3 border-b border-line py-2.5">
            <span className="figures text-soft">{status}</span>
            <a href={`#${code}`} className={linkLook} title={document.components.examples[code]?.summary}>
              <Code>{code}</Code>
            </a>
          </li>
        )),
      )}
    </ul>
  );
}
