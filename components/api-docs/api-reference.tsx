import { linkClassName } from '@/components/ui/text-link';
import { staffUrls } from '@/lib/client/staff-urls';
import { createErrorExamples } from '@/lib/contract/openapi/create-document';
import type { OpenApiDocument } from '@/lib/contract/openapi/types';
import { labels } from './labels';
import { Code, CodeBlock, getSectionId, InlineMarkdown, parseSections } from './markdown';
import { type ListedOperation, listOperations, OperationPath } from './operations';
import { type ContentGroup, ReferenceLayout, rowsClassName, Section } from './reference-layout';

const errorCodesId = 'error-codes';
const schemasId = 'schemas';

interface ApiReferenceProps {
  document: OpenApiDocument;
  /** Path of the OpenAPI document. */
  documentUrl: string;
}

/** The introduction of the OpenAPI document, its error codes, and links to the pages of its operations and schemas. */
export function ApiReference({ document, documentUrl }: ApiReferenceProps) {
  const { info, tags, components } = document;
  const [preamble, ...introduction] = parseSections(info.description);
  return (
    <ReferenceLayout
      title={labels.title}
      lead={
        <>
          {labels.lead(info.version)}{' '}
          <a href={documentUrl} className={linkClassName}>
            <Code>{documentUrl}</Code>
          </a>
        </>
      }
      contents={listContents(document)}
    >
      <div className="pb-12">
        <Paragraphs>{preamble?.paragraphs ?? []}</Paragraphs>
      </div>
      {introduction.map(({ title, paragraphs }) => (
        <Section key={title} id={getSectionId(title)} title={title}>
          <Paragraphs>{paragraphs}</Paragraphs>
        </Section>
      ))}
      {tags.map(({ name, description }) => (
        <Section key={name} id={getSectionId(name)} title={name} lead={description}>
          <div className={rowsClassName}>
            {listOperations(document, name).map((listed) => (
              <OperationRow key={listed.operation.operationId} {...listed} document={document} />
            ))}
          </div>
        </Section>
      ))}
      <Section id={errorCodesId} title={labels.errorCodes} lead={labels.errorCodesLead}>
        <ErrorCodeList />
      </Section>
      <Section id={schemasId} title={labels.schemas} lead={labels.schemasLead}>
        <div className={rowsClassName}>
          {Object.entries(components.schemas).map(([name, { properties = {} }]) => (
            <div key={name}>
              <ReferenceLink id={name}>{name}</ReferenceLink>
              <p className="text-small text-soft">{Object.keys(properties).join(', ')}</p>
            </div>
          ))}
        </div>
      </Section>
    </ReferenceLayout>
  );
}

function listContents({ info, tags }: OpenApiDocument): ContentGroup[] {
  const toLink = (title: string) => ({ id: getSectionId(title), label: title });
  return [
    {
      title: labels.contents,
      links: parseSections(info.description)
        .slice(1)
        .map(({ title }) => toLink(title)),
    },
    { title: labels.operations, links: tags.map(({ name }) => toLink(name)) },
    {
      title: labels.definitions,
      links: [
        { id: errorCodesId, label: labels.errorCodes },
        { id: schemasId, label: labels.schemas },
      ],
    },
  ];
}

function Paragraphs({ children }: { children: string[] }) {
  return children.map((paragraph) => (
    <p key={paragraph} className="mt-3 max-w-[68ch]">
      <InlineMarkdown>{paragraph}</InlineMarkdown>
    </p>
  ));
}

/** The name of an operation or a schema, as a link to its page. */
function ReferenceLink({ id, children }: { id: string; children: string }) {
  return (
    <h3 id={id} className="scroll-mt-6">
      <a href={staffUrls.docsReference(id)} className={linkClassName}>
        {children}
      </a>
    </h3>
  );
}

function OperationRow({ document, operation, ...place }: ListedOperation & { document: OpenApiDocument }) {
  const { operationId, summary, description } = operation;
  return (
    <section aria-labelledby={operationId}>
      <div>
        <ReferenceLink id={operationId}>{summary}</ReferenceLink>
        <OperationPath document={document} {...place} />
      </div>
      <p>
        <InlineMarkdown>{description}</InlineMarkdown>
      </p>
    </section>
  );
}

/** All error codes with description and example. */
function ErrorCodeList() {
  return (
    <div className={rowsClassName}>
      {Object.entries(createErrorExamples()).map(([code, { summary, description = '', value }]) => (
        <div key={code}>
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
              <InlineMarkdown>{description}</InlineMarkdown>
            </p>
            <details>
              <summary className="w-fit py-3 text-small">
                <span className={linkClassName}>{labels.example}</span>
                <span className="sr-only"> ({code})</span>
              </summary>
              <div className="pt-2">
                <CodeBlock>{JSON.stringify(value, null, 2)}</CodeBlock>
              </div>
            </details>
          </div>
        </div>
      ))}
    </div>
  );
}
