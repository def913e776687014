import { usePageText } from '@/components/i18n/page-text';
import { Code } from '@/components/ui/inline-text';
import { TextButton } from '@/components/ui/text-link';
import type { CatalogProblem } from '@/lib/contract/catalog-editions';

const getKey = ({ file, line, column, path, message }: CatalogProblem) =>
  `${file} ${line} ${column} ${path} ${message}`;

/** Items with problems or warnings, for a list. */
export function ProblemItems({ problems, className }: { problems: CatalogProblem[]; className: string }) {
  return problems.map((problem) => (
    <li key={getKey(problem)} className={className}>
      <p>
        <bdi lang="en">{problem.message}</bdi>
      </p>
      <ProblemPlace problem={problem}>{problem.path && <Code>{problem.path}</Code>}</ProblemPlace>
    </li>
  ));
}

interface ProblemLinksProps {
  label: string;
  problems: CatalogProblem[];
  onPlace: (problem: CatalogProblem) => void;
}

/** A list of problems or warnings that lead to their places. */
export function ProblemLinks({ label, problems, onPlace }: ProblemLinksProps) {
  if (problems.length === 0) return null;
  return (
    <ol aria-label={label} className="mb-4 max-h-60 overflow-y-auto border-t-2 border-rule">
      {problems.map((problem) => (
        <li key={getKey(problem)} className="border-b border-line py-3">
          <TextButton onClick={() => onPlace(problem)} className="text-start">
            <bdi lang="en">{problem.message}</bdi>
          </TextButton>
          <ProblemPlace problem={problem} />
        </li>
      ))}
    </ol>
  );
}

function ProblemPlace({
  problem: { file, line, column },
  children,
}: {
  problem: CatalogProblem;
  children?: React.ReactNode;
}) {
  const { problems: text, editor } = usePageText('staff').catalog;
  return (
    <p className="flex flex-wrap gap-x-4 text-small text-soft">
      {file === 'extension' && <span>{editor.extension}</span>}
      {line !== null && column !== null && <span>{text.place(line, column)}</span>}
      {children}
    </p>
  );
}
