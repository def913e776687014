import type { ReactNode } from 'react';
import { reference } from '@/components/text/reference';
import { PageHeading } from '@/components/ui/page-heading';
import { linkLook } from '@/components/ui/text-link';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { Code } from './code';
import { Contents } from './contents';
import { listOperations } from './list-operations';
import { OperationSection } from './operation-section';
import { chapterId, readChapters, Sentence } from './prose';
import { Refusals } from './refusals';
import { Shapes } from './shapes';

interface ApiReferenceProps {
  document: OpenApiDocument;
  /** Address of the document itself. */
  address: string;
  /** Where the reader found this page. */
  origin: string;
}

/** The description as a page: nothing here is told that the document does not tell. */
export function ApiReference({ document, address, origin }: ApiReferenceProps) {
  const { info, tags } = document;
  return (
    <div lang="en" dir="ltr" className="measure">
      <PageHeading
        title={reference.title}
        lead={
          <>
            {reference.lead(info.version)}{' '}
            <a href={address} className={linkLook}>
              <Code>{address}</Code>
            </a>
          </>
        }
      />
      <div className="wide:grid wide:grid-cols-[13rem_minmax(0,1fr)] wide:items-start wide:gap-x-16">
        <Contents document={document} reference={reference} />
        <div className="min-w-0">
          {readChapters(info.description).map(({ title, paragraphs }) => (
            <Block key={title} id={title && chapterId(title)} title={title}>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3 max-w-[68ch]">
                  <Sentence>{paragraph}</Sentence>
                </p>
              ))}
            </Block>
          ))}
          {tags.map(({ name, description }) => (
            <Block key={name} id={chapterId(name)} title={name} lead={description}>
              {listOperations(document, name).map((listed) => (
                <OperationSection
                  key={listed.operation.operationId}
                  {...listed}
                  document={document}
                  origin={origin}
                  reference={reference}
                />
              ))}
            </Block>
          ))}
          <Block id="refusals" title={reference.refusals} lead={reference.refusalsLead}>
            <Refusals document={document} reference={reference} />
          </Block>
          <Block id="shapes" title={reference.shapes} lead={reference.shapesLead}>
            <Shapes document={document} reference={reference} />
          </Block>
        </div>
      </div>
    </div>
  );
}

interface BlockProps {
  id: string | null;
  title: string | null;
  lead?: string;
  children: ReactNode;
}

/** A part of the page under a rule; what has no title opens the page without one. */
function Block({ id, title, lead, children }: BlockProps) {
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
