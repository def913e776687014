import type { ReactNode } from 'react';
import { PageHeading } from '@/components/ui/page-heading';
import { linkClassName } from '@/components/ui/text-link';
import { createErrorExamples } from '@/lib/contract/openapi/create-document';
import type { OpenApiDocument } from '@/lib/contract/openapi/types';
import { labels } from './labels';
import { Code, CodeBlock, getSectionId, InlineMarkdown, parseSections } from './markdown';
import { listOperations, OperationSection } from './operations';
import { SchemaList } from './schemas';

const errorCodesId = 'error-codes';
const schemasId = 'schemas';

interface ApiReferenceProps {
  document: OpenApiDocument;
  /** Path of the OpenAPI document. */
  documentUrl: string;
  /** Origin of this server, for the sample requests. */
  origin: string;
}

/** Renders the OpenAPI document as a page. */
export function ApiReference({ document, documentUrl, origin }: ApiReferenceProps) {
  const { info, tags } = document;
  return (
    <div lang="en" dir="ltr" className="measure">
      <PageHeading
        title={labels.title}
        lead={
          <>
            {labels.lead(info.version)}{' '}
            <a href={documentUrl} className={linkClassName}>
              <Code>{documentUrl}</Code>
            </a>
          </>
        }
      />
      <div className="wide:grid wide:grid-cols-[13rem_minmax(0,1fr)] wide:items-start wide:gap-x-16">
        <TableOfContents document={document} />
        <div className="min-w-0">
          {parseSections(info.description).map(({ title, paragraphs }) => (
            <Section key={title} id={title && getSectionId(title)} title={title}>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3 max-w-[68ch]">
                  <InlineMarkdown>{paragraph}</InlineMarkdown>
                </p>
              ))}
            </Section>
          ))}
          {tags.map(({ name, description }) => (
            <Section key={name} id={getSectionId(name)} title={name} lead={description}>
              {listOperations(document, name).map((listed) => (
                <OperationSection
                  key={listed.operation.operationId}
                  {...listed}
                  document={document}
                  origin={origin}
                />
              ))}
            </Section>
          ))}
          <Section id={errorCodesId} title={labels.errorCodes} lead={labels.errorCodesLead}>
            <ErrorCodeList />
          </Section>
          <Section id={schemasId} title={labels.schemas} lead={labels.schemasLead}>
            <SchemaList document={document} />
          </Section>
        </div>
      </div>
    </div>
  );
}

interface SectionProps {
  id: string | null;
  title: string | null;
  lead?: string;
  children: ReactNode;
}

/** A section with a heading, or the text before the first section if it has no title. */
function Section({ id, title, lead, children }: SectionProps) {
  if (id === null || title === null) return <div className="pb-12">{children}</div>;
  return (
    <section aria-labelledby={id} className="border-t-2 border-rule pt-4 pb-12">
      <h2 id={id} className="scroll-mt-6 text-head">
        {title}
      </h2>
      {lead && <p className="mt-2 mb-8 max-w-[60ch] text-soft">{lead}</p>}
      {children}
    </section>
  );
}

interface Link {
  id: string;
  label: string;
}

/** Beside the page on wide screens, above it on narrow ones. */
function TableOfContents({ document }: { document: OpenApiDocument }) {
  const introductionTitles = parseSections(document.info.description).flatMap(({ title }) => title ?? []);
  const groups = [
    {
      title: labels.contents,
      links: introductionTitles.map((title) => ({ id: getSectionId(title), label: title })),
    },
    ...document.tags.map(({ name }) => ({
      title: name,
      links: listOperations(document, name).map(({ operation: { operationId, summary } }) => ({
        id: operationId,
        label: summary,
      })),
    })),
  ];
  const referenceLinks = [
    { id: errorCodesId, label: labels.errorCodes },
    { id: schemasId, label: labels.schemas },
  ];
  return (
    <nav
      aria-label={labels.contents}
      className="screen-only pb-12 text-small wide:sticky wide:top-0 wide:max-h-dvh wide:overflow-y-auto wide:py-6"
    >
      <ul className="grid gap-x-8 gap-y-6 narrow:grid-cols-2 wide:grid-cols-1">
        {groups.map(({ title, links }) => (
          <li key={title}>
            <span className="block border-b border-line pb-1 font-medium">{title}</span>
            <LinkList links={links} />
          </li>
        ))}
        <li>
          <LinkList links={referenceLinks} />
        </li>
      </ul>
    </nav>
  );
}

function LinkList({ links }: { links: Link[] }) {
  return (
    <ul>
      {links.map(({ id, label }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center text-soft transition-colors hover:text-ink"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** All error codes with description and example. */
function ErrorCodeList() {
  return Object.entries(createErrorExamples()).map(([code, { summary, description = '', value }]) => (
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
  ));
}
