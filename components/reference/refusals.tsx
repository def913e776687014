import type { Reference } from '@/components/text/reference';
import { linkLook } from '@/components/ui/text-link';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { Code, CodeBlock } from './code';
import { Sentence } from './prose';

interface RefusalsProps {
  document: OpenApiDocument;
  reference: Reference;
}

/** Every code of the table: what it means, and what it looks like. */
export function Refusals({ document, reference }: RefusalsProps) {
  return Object.entries(document.components.examples).map(([code, { summary, description = '', value }]) => (
    <div
      key={code}
      className="gap-x-8 border-b border-line py-2.5 middle:grid middle:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div>
        <h3 id={code} className="scroll-mt-6 font-normal">
          <Code>{code}</Code>
        </h3>
        <p className="text-small text-soft">
          <span className="figures">{(value as { status: number }).status}</span> {summary}
        </p>
      </div>
      <div>
        <p>
          <Sentence>{description}</Sentence>
        </p>
        <details>
          <summary className="w-fit py-3 text-small">
            <span className={linkLook}>{reference.example}</span>
            <span className="sr-only"> ({code})</span>
          </summary>
          <div className="pt-2">
            <CodeBlock>{JSON.stringify(value, null, 2)}</CodeBlock>
          </div>
        </details>
      </div>
    </div>
  ));
}
