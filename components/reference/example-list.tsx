import { linkLook } from '@/components/ui/text-link';
import type { MediaType, OpenApiDocument } from '@/lib/contract/openapi/document';
import { CodeBlock } from './code';
import { findExample } from './example-value';

interface ExampleListProps {
  document: OpenApiDocument;
  media: MediaType;
  /** What the folded line begins with: `Example`. */
  label: string;
  /** What they are examples of, for who hears the line alone. */
  of: string;
}

/** Examples, each folded behind a line that says what it shows. */
export function ExampleList({ document, media, label, of }: ExampleListProps) {
  return Object.entries(media.examples).map(([name, each]) => {
    const example = findExample(document, each);
    return (
      example && (
        <details key={name} className="py-1">
          <summary className="w-fit py-3 text-small">
            <span className={linkLook}>
              {label}: {example.summary}
            </span>
            <span className="sr-only"> ({of})</span>
          </summary>
          <div className="pt-2">
            <CodeBlock>{asText(example.value)}</CodeBlock>
          </div>
        </details>
      )
    );
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2);
}
