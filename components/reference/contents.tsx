import type { Reference } from '@/components/text/reference';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { listOperations } from './list-operations';
import { chapterId, readChapters } from './prose';

const entry = 'flex min-h-11 items-center text-soft transition-colors hover:text-ink';

/** Where everything on the page is; beside it on a wide page, above it on a narrow one. */
export function Contents({ document, reference }: { document: OpenApiDocument; reference: Reference }) {
  const chapters = readChapters(document.info.description).flatMap(({ title }) => title ?? []);
  const groups = [
    { title: reference.contents, entries: chapters.map((title) => ({ id: chapterId(title), label: title })) },
    ...document.tags.map(({ name }) => ({
      title: name,
      entries: listOperations(document, name).map(({ operation: { operationId, summary } }) => ({
        id: operationId,
        label: summary,
      })),
    })),
  ];
  const last = [
    { id: 'refusals', label: reference.refusals },
    { id: 'shapes', label: reference.shapes },
  ];
  return (
    <nav
      aria-label={reference.contents}
      className="screen-only pb-12 text-small wide:sticky wide:top-0 wide:max-h-dvh wide:overflow-y-auto wide:py-6"
    >
      <ul className="grid gap-x-8 gap-y-6 narrow:grid-cols-2 wide:grid-cols-1">
        {groups.map(({ title, entries }) => (
          <li key={title}>
            <span className="block border-b border-line pb-1 font-medium">{title}</span>
            <Entries entries={entries} />
          </li>
        ))}
        <li>
          <Entries entries={last} />
        </li>
      </ul>
    </nav>
  );
}

function Entries({ entries }: { entries: { id: string; label: string }[] }) {
  return (
    <ul>
      {entries.map(({ id, label }) => (
        <li key={id}>
          <a href={`#${id}`} className={entry}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
