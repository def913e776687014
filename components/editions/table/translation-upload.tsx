import { useRef, useState } from 'react';
import { FileInput } from '@/components/editions/file-input';
import { useLanguageName } from '@/components/editions/table/sheet-labels';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { TextButton } from '@/components/ui/text-link';
import type { ListTexts } from '@/lib/contract/catalog-editions';
import { type Diagnostic, ImportError } from '@/lib/price-list/yaml/diagnostics';
import type { SheetEdit } from '@/lib/price-list/yaml/edit-sheets';
import type { Sheet } from '@/lib/price-list/yaml/sheets';
import { toTextId } from '@/lib/price-list/yaml/texts';
import { readTranslations, type UploadedTranslations } from './translations';

interface TranslationUploadProps {
  sheet: Sheet;
  texts: ListTexts;
  onEdit: (edit: SheetEdit) => void;
}

type Result =
  | { type: 'rejected'; name: string; problems: readonly Diagnostic[] }
  /** The texts are set, unless some of them are outdated: then after a confirmation. */
  | ({ type: 'read'; isSet: boolean } & UploadedTranslations);

/** Problems of a file that are shown. */
const maxProblems = 20;

/** Reads a file of a translator. A file with problems changes nothing. */
export function TranslationUpload({ sheet, texts, onEdit }: TranslationUploadProps) {
  const text = usePageText('staff').priceTable.texts;
  const getName = useLanguageName();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [result, setResult] = useState<Result | null>(null);
  const set = (read: UploadedTranslations) => {
    const { language: column, edits } = read;
    const cells = edits.map(({ path, text: value }) => {
      return { row: toTextId(path), column, kind: 'text' as const, text: value };
    });
    if (cells.length > 0) onEdit({ type: 'cells', sheet: 'texts', cells });
    setResult({ ...read, type: 'read', isSet: true });
  };
  /** The button is gone afterwards. */
  const answer = (act: () => void) => {
    act();
    opener.current?.focus();
  };
  const read = async (file: File) => {
    setResult(null);
    try {
      const found = await readTranslations(file, sheet, texts);
      if (found.outdated.length === 0) set(found);
      else setResult({ type: 'read', isSet: false, ...found });
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      setResult({ type: 'rejected', name: file.name, problems: error.diagnostics });
    }
  };
  return (
    <>
      <TextButton
        ref={opener}
        onClick={() => input.current?.click()}
        className="min-h-11 min-w-11 text-small"
      >
        {text.upload}
      </TextButton>
      <FileInput ref={input} accept=".xlf,.xliff,.csv" onFile={(file) => void read(file)} />
      <div role="status" className="order-last basis-full text-small empty:hidden">
        {result?.type === 'read' && result.isSet && (
          <p className="pb-2">{text.set(result.edits.length, getName(result.language))}</p>
        )}
      </div>
      <div role="alert" className="order-last basis-full text-small empty:hidden">
        {result?.type === 'rejected' && (
          <div className="my-2 border-s-4 border-lost ps-4">
            <p>
              <bdi>{result.name}</bdi>: {text.rejected}
            </p>
            <ul className="pt-1">
              {result.problems.slice(0, maxProblems).map(({ line, path, message }) => (
                <li key={`${line} ${path} ${message}`}>
                  {line !== null && `${text.line(line)}: `}
                  <bdi lang="en">{path === '' ? message : `${path}: ${message}`}</bdi>
                </li>
              ))}
            </ul>
            {result.problems.length > maxProblems && <p>{text.more(result.problems.length - maxProblems)}</p>}
          </div>
        )}
        {result?.type === 'read' && !result.isSet && (
          <div className="my-2 border-s-4 border-lost ps-4">
            <p>{text.outdated(result.outdated.length, getName(result.language))}</p>
            <ul className="pt-1">
              {result.outdated.slice(0, maxProblems).map(({ line, context, source, present, target }) => (
                <li key={line} className="pt-2">
                  <bdi lang="en">{context}</bdi>
                  <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-soft">
                    {(
                      [
                        [text.inFile, source],
                        [text.inList, present],
                        [getName(result.language), target],
                      ] as const
                    ).map(([label, value]) => (
                      <div key={label} className="col-span-2 grid grid-cols-subgrid">
                        <dt>{label}</dt>
                        <dd className="text-ink">
                          <bdi>{value}</bdi>
                        </dd>
                      </div>
                    ))}
                  </dl>
                </li>
              ))}
            </ul>
            {result.outdated.length > maxProblems && <p>{text.more(result.outdated.length - maxProblems)}</p>}
            <p className="flex flex-wrap gap-3 py-3">
              {result.edits.length > 0 && (
                <Button onClick={() => answer(() => set(result))}>
                  {text.setOthers(result.edits.length)}
                </Button>
              )}
              <Button onClick={() => answer(() => setResult(null))}>{text.dismiss}</Button>
            </p>
          </div>
        )}
      </div>
    </>
  );
}
