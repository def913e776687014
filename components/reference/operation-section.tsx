import type { ReactNode } from 'react';
import { fillPhrase } from '@/components/text/fill-phrase';
import type { Reference } from '@/components/text/reference';
import type { OpenApiDocument, OperationObject, Verb } from '@/lib/contract/openapi/document';
import { formatList } from '@/lib/format/words';
import { Answers, OperationRefusals } from './answers';
import { Code, CodeBlock } from './code';
import { ExampleList } from './example-list';
import { FieldList } from './field-list';
import { listFields } from './list-fields';
import { Sentence } from './prose';
import { sampleRequest } from './sample-request';
import { shapeName } from './type-words';

export interface OperationProps {
  document: OpenApiDocument;
  path: string;
  verb: Verb;
  operation: OperationObject;
  origin: string;
  reference: Reference;
}

/** Everything about one operation. */
export function OperationSection(props: OperationProps) {
  const { document, path, verb, operation, reference } = props;
  const { operationId, summary, description, parameters, requestBody } = operation;
  const sent = requestBody?.content['application/json'];
  const shape = document.components.schemas[shapeName(sent?.schema.$ref ?? '')];
  return (
    <section aria-labelledby={operationId} className="border-t border-edge pt-4 pb-12">
      <h3 id={operationId} className="scroll-mt-6 text-lead font-medium">
        {summary}
      </h3>
      <p className="mt-1">
        <Code>
          {verb.toUpperCase()} {document.servers[0]?.url}
          {path}
        </Code>
      </p>
      <p className="mt-3 max-w-[68ch]">
        <Sentence>{description}</Sentence>
      </p>
      <Terms {...props} />
      {parameters && (
        <Part title={reference.parameters}>
          <FieldList
            fields={parameters.map((parameter) => ({ ...parameter, place: reference.places[parameter.in] }))}
            sent
            reference={reference}
          />
        </Part>
      )}
      {sent && shape && (
        <Part title={reference.body}>
          <FieldList fields={listFields(shape)} sent reference={reference} />
          <ExampleList document={document} media={sent} label={reference.example} of={summary} />
        </Part>
      )}
      <Part title={reference.request}>
        <div className="pt-2">
          <CodeBlock>{sampleRequest(props)}</CodeBlock>
        </div>
      </Part>
      <Part title={reference.answers}>
        <Answers document={document} operation={operation} reference={reference} />
      </Part>
      <Part title={reference.operationRefusals}>
        <OperationRefusals document={document} operation={operation} />
      </Part>
    </section>
  );
}

/** Who may call it, and where else it answers. */
function Terms({ document, path, operation, reference }: OperationProps) {
  const others = (document.paths[path]?.servers ?? [])
    .slice(1)
    .map(({ url }) => `${url.replace(/\/$/, '')}${path}`);
  const callers = operation['x-callers'].map((caller) => reference.callers[caller] ?? caller);
  return (
    <p className="mt-2 text-small text-soft">
      {reference.mayCall(formatList(reference.locale, callers))}{' '}
      {others.length > 0 && fillPhrase(reference.alsoAt, [<Code key="others">{others.join(' ')}</Code>])}
    </p>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-6">
      <h4 className="border-b border-line pb-1 text-small text-soft">{title}</h4>
      {children}
    </div>
  );
}
