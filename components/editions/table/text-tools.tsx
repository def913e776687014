'use client';

import { useEffect, useRef, useState } from 'react';
import { FileInput } from '@/components/editions/file-input';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/text-field';
import { TextButton } from '@/components/ui/text-link';
import type { ListTexts } from '@/lib/contract/catalog-editions';
import { type Diagnostic, ImportError } from '@/lib/price-list/yaml/diagnostics';
import type { SheetEdit } from '@/lib/price-list/yaml/edit-sheets';
import { canonicalizeLanguage } from '@/lib/price-list/yaml/language-tag';
import type { Sheet } from '@/lib/price-list/yaml/sheets';
import { toTextId } from '@/lib/price-list/yaml/texts';
import { translationFormats } from '@/lib/price-list/yaml/translations/translation-file';
import { countMissing } from './filter-sheet';
import { useLanguageName } from './sheet-labels';
import { downloadTranslations, readTranslations, type UploadedTranslations } from './translations';

interface TextToolsProps {
  sheet: Sheet;
  /** What can be translated. It is null if that is not known. */
  texts: ListTexts | null;
  hasProblems: boolean;
  fileName: string;
  /** The language of the selected cell, or the first one. It is null without languages. */
  language: string | null;
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
  onEdit: (edit: SheetEdit) => void;
}

/** The languages of a price list: which are shown, what they lack, and their files for translators. */
export function TextTools(props: TextToolsProps) {
  const { sheet, texts, hasProblems, fileName, language, hidden, onHide, onEdit } = props;
  const text = usePageText('staff').priceTable.texts;
  const getName = useLanguageName();
  const missing = countMissing(sheet);
  const toggle = (tag: string) => {
    const next = new Set(hidden);
    if (!next.delete(tag)) next.add(tag);
    onHide(next);
  };
  return (
    <div className="pb-3 text-small">
      {missing.size > 0 && (
        <fieldset aria-label={text.languages} className="flex flex-wrap gap-x-6">
          {[...missing].map(([tag, count]) => (
            <label key={tag} className="flex min-h-11 items-center gap-2">
              <input type="checkbox" checked={!hidden.has(tag)} onChange={() => toggle(tag)} />
              <bdi>{getName(tag)}</bdi> {texts && <span className="text-soft">{text.missing(count)}</span>}
            </label>
          ))}
        </fieldset>
      )}
      {language !== null && (
        <fieldset aria-label={getName(language)} className="flex flex-wrap items-center gap-x-4">
          <span className="font-medium">
            <bdi>{getName(language)}</bdi>
          </span>
          {texts &&
            translationFormats.map((format) => (
              <TextButton
                key={format}
                className="min-h-11 min-w-11"
                onClick={() => void downloadTranslations({ sheet, texts, language, format, fileName })}
              >
                {text.download[format]}
              </TextButton>
            ))}
          <TextButton
            className="min-h-11 min-w-11"
            onClick={() => onEdit({ type: 'language', tag: language, isRemoved: true })}
          >
            {text.remove}
          </TextButton>
        </fieldset>
      )}
      {!texts && hasProblems && <p className="text-soft">{text.unknown}</p>}
    </div>
  );
}

interface TextActionsProps extends Pick<TextToolsProps, 'sheet' | 'texts' | 'onEdit'> {
  onAdded: (tag: string) => void;
}

/** Buttons that add languages, and read files of translators. What they open is below all buttons. */
export function TextActions({ sheet, texts, onEdit, onAdded }: TextActionsProps) {
  const text = usePageText('staff').priceTable.texts;
  const [isAdding, setIsAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const add = (tag: string) => {
    onEdit({ type: 'language', tag, isRemoved: false });
    onAdded(tag);
    setIsAdding(false);
  };
  return (
    <>
      <TextButton
        ref={opener}
        aria-expanded={isAdding}
        onClick={() => setIsAdding(!isAdding)}
        className="min-h-11 min-w-11 text-small"
      >
        {text.add}
      </TextButton>
      {texts && sheet.columns.length > 1 && <TranslationUpload sheet={sheet} texts={texts} onEdit={onEdit} />}
      {isAdding && (
        <NewLanguage
          known={[...sheet.columns.map(({ id }) => id), ...(texts?.language ? [texts.language] : [])]}
          onAdd={add}
          onCancel={() => {
            setIsAdding(false);
            opener.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface NewLanguageProps {
  known: string[];
  onAdd: (tag: string) => void;
  onCancel: () => void;
}

/** A form for the tag of a language. */
function NewLanguage({ known, onAdd, onCancel }: NewLanguageProps) {
  const text = usePageText('staff').priceTable;
  const { ui } = useText();
  const getName = useLanguageName();
  const [typed, setTyped] = useState('');
  const [isSent, setIsSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const tag = canonicalizeLanguage(typed.trim());
  const name = tag === null || getName(tag) === tag ? null : getName(tag);
  const isKnown = tag !== null && known.some((each) => canonicalizeLanguage(each) === tag);
  const problem = isKnown ? text.texts.known : tag === null && text.texts.invalid;
  const message = problem && (isSent || isKnown) ? problem : name;
  return (
    <form
      aria-label={text.texts.add}
      className="order-last flex basis-full flex-wrap items-center gap-3 py-2 text-small"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        if (tag === null || problem) field.current?.focus();
        else onAdd(tag);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <label htmlFor="language-tag">{text.texts.tag}</label>
      <TextField
        id="language-tag"
        ref={field}
        value={typed}
        maxLength={35}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        placeholder="pt-BR"
        aria-invalid={isSent && problem !== false}
        aria-describedby="language-name"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        className="w-32"
      />
      <Button type="submit" tone="solid">
        {text.create}
      </Button>
      <Button onClick={onCancel}>{ui.cancel}</Button>
      <span id="language-name" role="status" className="text-soft">
        {message}
      </span>
    </form>
  );
}

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
function TranslationUpload({ sheet, texts, onEdit }: TranslationUploadProps) {
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
