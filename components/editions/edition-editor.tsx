'use client';

import { useState } from 'react';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button, buttonClassName } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { maxNoteLength } from '@/components/ui/note-field';
import { PageHeading } from '@/components/ui/page-heading';
import { PageLink } from '@/components/ui/page-link';
import { Skeleton } from '@/components/ui/skeleton';
import { TextField } from '@/components/ui/text-field';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { useHydrated } from '@/components/ui/use-hydrated';
import { useOnDemand } from '@/components/ui/use-on-demand';
import { ApiRequestError } from '@/lib/client/api-request';
import {
  type EditionText,
  editionUrls,
  editorSearchParams,
  editorViews,
  useSaveEdition,
} from '@/lib/client/catalog';
import { staffUrls } from '@/lib/client/staff-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { CatalogProblem, EditionDetails } from '@/lib/contract/catalog-editions';
import { locateProblem, type ProblemPlace } from '@/lib/price-list/yaml/locate-problem';
import { type SheetName, sheetNames } from '@/lib/price-list/yaml/sheets';
import { Choices } from './choices';
import type { CodeEditorProps } from './code-editor';
import { DraftFrame } from './draft-frame';
import type { DraftPart } from './draft-plans';
import { EditionReview, type EditionReviewProps, ReviewNotice } from './edition-review';
import { EditionError } from './edition-state';
import { findTitled } from './find-completions';
import { Outline } from './outline';
import { ProblemLinks } from './problem-list';
import { ScheduleNotice } from './schedule-notice';
import { PriceListTable } from './table/price-list-table';
import { useSheets } from './table/use-sheets';
import { useTextCheck } from './use-text-check';
import { isSameText, type RevisedText, useKeepText, useKeptText } from './use-unsaved-text';

const loadEditor = () => import('./code-editor').then(({ CodeEditor }) => CodeEditor);

interface EditionEditorProps {
  edition: EditionDetails;
  review: EditionReviewProps;
}

/** Edits a draft as a table or as text, with its problems and the plans beside it. */
export function EditionEditor({ edition, review }: EditionEditorProps) {
  const text = usePageText('staff').catalog;
  const isDraft = edition.state === 'draft' || edition.state === 'scheduled';
  // What the tab keeps is only known in the browser.
  const isReady = useHydrated();
  return (
    <div className="broad">
      <PreloadText groups={['staff']} />
      <div className="measure">
        <p className="screen-only pt-6">
          <TextLink href={staffUrls.catalog()}>{text.backToList}</TextLink>
        </p>
        {isDraft && isReady ? (
          <LoadedEditor edition={edition} review={review} />
        ) : (
          <>
            <PageHeading title={text.edition(edition.number)} />
            {!isDraft && <p className="pb-16">{text.editor.readOnly}</p>}
            {isDraft && (
              <div role="status" className="pb-16">
                <p>{text.editor.loading}</p>
                <Skeleton className="mt-4 h-[32rem] w-full" />
              </div>
            )}
          </>
        )}
      </div>
    </div>
  );
}

type View = (typeof editorViews)[number];
const isSheet = (view: View): view is SheetName => (sheetNames as readonly string[]).includes(view);

/** The editor, which is rendered in the browser only. */
function LoadedEditor({ edition, review }: EditionEditorProps) {
  const { editor: text, edition: title, dialog } = usePageText('staff').catalog;
  const { sheets: sheetLabels } = usePageText('staff').priceTable;
  const { id, revision } = edition;
  const [saved, setSaved] = useState<RevisedText>(() => pickText(edition));
  const kept = useKeptText(id, saved);
  const [draft, setDraft] = useState<RevisedText>(kept ?? saved);
  const [isRestored, setIsRestored] = useState(kept !== null);
  const [{ view }, setParams] = useSearchParams(editorSearchParams);
  const setView = (next: View) => setParams({ view: next });
  const [shownPlace, setShownPlace] = useState<ProblemPlace | null>(null);
  const [shownProblem, setShownProblem] = useState<CatalogProblem | null>(null);
  const [hasConflict, setHasConflict] = useState(false);
  const [note, setNote] = useState('');
  const isDirty = !isSameText(draft, saved);
  useKeepText(id, isDirty ? draft : null);
  const check = useTextCheck(draft, edition, view === 'texts');
  const table = useSheets(draft, check.texts, (next) => setDraft((known) => ({ ...known, ...next })));
  const { mutate, isPending, isSuccess, error } = useSaveEdition(id);
  const save = (base: number) => {
    if (isPending) return;
    const { source, extension } = draft;
    mutate(
      { source, extension, revision: base, ...(note.trim() !== '' && { note }) },
      {
        onSuccess: (stored) => {
          const next = { source, extension, revision: stored.revision };
          setSaved(next);
          setDraft((known) => ({ ...known, revision: stored.revision }));
          setHasConflict(false);
          setIsRestored(false);
          setNote('');
        },
        onError: (failure) => {
          setHasConflict(failure instanceof ApiRequestError && failure.code === 'edition_stale');
        },
      },
    );
  };
  const saveDraft = () => {
    if (isDirty && !table.isWriting) save(draft.revision);
  };
  const replace = (next: RevisedText) => {
    setSaved(next);
    setDraft(next);
    setIsRestored(false);
    setHasConflict(false);
    setView('plans');
  };
  // The edition as someone else has saved it, once it is loaded.
  const theirs = hasConflict && revision !== draft.revision ? pickText(edition) : null;
  const shownView = view === 'theirs' && !theirs ? 'plans' : view;
  const viewLabels: Record<View, string> = { ...sheetLabels, ...text.view };
  const isUnknown = error !== null && !hasConflict && !isPending;
  return (
    <>
      <PageHeading
        title={title(edition.number)}
        aside={
          <div className="flex flex-wrap items-center gap-3">
            <p role="status" className="text-small text-soft empty:hidden">
              {isPending && text.saving}
              {!isPending && isDirty && text.unsaved}
              {!isPending && !isDirty && isSuccess && text.saved}
            </p>
            {isDirty && (
              <TextField
                aria-label={dialog.note}
                placeholder={dialog.note}
                value={note}
                maxLength={maxNoteLength}
                autoComplete="off"
                onChange={({ currentTarget }) => setNote(currentTarget.value)}
              />
            )}
            <Button tone="solid" blocked={isPending || !isDirty || table.isWriting} onClick={saveDraft}>
              {text.save}
            </Button>
            {!isDirty && (
              <PageLink href={editionUrls.review(id)} className={buttonClassName()}>
                {text.review}
              </PageLink>
            )}
          </div>
        }
      />
      <div role="alert">
        {isUnknown && (
          <p className="mb-6 border-s-4 border-lost ps-4">
            <EditionError error={error} unknown={text.saveFailed} />
          </p>
        )}
        {theirs && (
          <div className="mb-6 border-s-4 border-lost ps-4">
            <p>{text.conflict}</p>
            <p className="flex flex-wrap gap-x-6 pt-2">
              <TextButton onClick={() => save(theirs.revision)}>{text.overwrite}</TextButton>
              <TextButton onClick={() => replace(theirs)}>{text.useTheirs}</TextButton>
            </p>
          </div>
        )}
      </div>
      {isRestored && (
        <p role="status" className="mb-6 flex flex-wrap gap-x-6">
          {text.restored}
          <TextButton onClick={() => replace(pickText(edition))}>{text.useSaved}</TextButton>
        </p>
      )}
      <ScheduleNotice edition={edition} />
      <ReviewNotice edition={edition} />
      <Choices
        label={text.views}
        options={editorViews.flatMap((each) =>
          each !== 'theirs' || theirs ? { value: each, label: viewLabels[each] } : [],
        )}
        value={shownView}
        onChange={setView}
      />
      <div
        className={classNames(
          'grid gap-x-8 gap-y-10 pt-2 pb-16 *:min-w-0',
          !isSheet(shownView) && 'wide:grid-cols-2',
        )}
      >
        {isSheet(shownView) ? (
          <section aria-label={viewLabels[shownView]}>
            <PriceListTable
              table={table}
              onSave={saveDraft}
              problems={check.problems}
              shownPlace={shownPlace}
              name={shownView}
              texts={check.texts}
              fileName={`edition-${edition.number}`}
            />
          </section>
        ) : (
          <TextView
            file={shownView}
            draft={draft}
            theirs={theirs ? joinTexts(theirs, text.extension) : ''}
            check={check}
            shownProblem={shownProblem}
            onChange={(next) => setDraft((known) => ({ ...known, ...next }))}
            onSave={saveDraft}
          />
        )}
        <CheckedText
          check={check}
          source={draft.source}
          isBeside={!isSheet(shownView)}
          onPlace={(problem) => {
            const { sheets } = table;
            const place = isSheet(shownView) && sheets ? locateProblem(sheets, problem) : null;
            setView(place?.sheet ?? problem.file);
            if (place) setShownPlace(place);
            else setShownProblem({ ...problem });
          }}
        />
      </div>
      <EditionReview {...review} />
    </>
  );
}

interface TextViewProps {
  file: 'source' | 'extension' | 'theirs';
  draft: RevisedText;
  theirs: string;
  check: ReturnType<typeof useTextCheck>;
  shownProblem: CatalogProblem | null;
  onChange: (text: Partial<EditionText>) => void;
  onSave: () => void;
}

/** The text of a draft, for those who know the format. */
function TextView({ file, draft, theirs, check, shownProblem, onChange, onSave }: TextViewProps) {
  const { editor: text } = usePageText('staff').catalog;
  const Editor = useOnDemand(loadEditor, true);
  const [seen, setSeen] = useState<CatalogProblem | null>(null);
  const [place, setPlace] = useState<CodeEditorProps['place']>(null);
  if (shownProblem !== seen) {
    setSeen(shownProblem);
    if (shownProblem) setPlace({ line: shownProblem.line ?? 1, column: shownProblem.column ?? 1 });
  }
  const values = { source: draft.source, extension: draft.extension ?? '', theirs };
  const isShown = (problem: CatalogProblem) => problem.file === file;
  return (
    <section aria-label={text[file]}>
      {file !== 'theirs' && (
        <Outline text={values[file]} label={text.outline} onPlace={(line) => setPlace({ line, column: 1 })} />
      )}
      <div className="h-[32rem] border border-edge focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink wide:h-[calc(100dvh-14rem)] wide:min-h-[32rem]">
        {Editor ? (
          <Editor
            key={file}
            label={text[file]}
            kind={file === 'extension' ? 'extension' : 'source'}
            value={values[file]}
            source={draft.source}
            problems={check.problems.filter(isShown)}
            warnings={check.difference?.warnings.filter(isShown) ?? []}
            readOnly={file === 'theirs'}
            place={place ?? null}
            onChange={(value) => {
              if (file === 'source') onChange({ source: value });
              if (file === 'extension') onChange({ extension: value.trim() === '' ? null : value });
            }}
            onSave={onSave}
          />
        ) : (
          <p role="status" className="p-4">
            {text.loading}
          </p>
        )}
      </div>
      <p className="pt-2 text-small text-soft">
        {file === 'extension' && `${text.extensionHint} `}
        {text.hint}
      </p>
    </section>
  );
}

/** The list, and the extension below its name. */
const joinTexts = ({ source, extension }: RevisedText, name: string) =>
  extension === null ? source : `${source}\n# ${name}\n${extension}`;

const pickText = ({ source, extension, revision }: RevisedText): RevisedText => ({
  source,
  extension,
  revision,
});

interface CheckedTextProps {
  check: ReturnType<typeof useTextCheck>;
  /** The price list. */
  source: string;
  /** Whether it is beside the text on a wide screen. Otherwise it is below the table. */
  isBeside: boolean;
  onPlace: (problem: CatalogProblem) => void;
}

/** The problems and warnings of the text, and the plans of the last text without problems. */
function CheckedText({ check, source, isBeside, onPlace }: CheckedTextProps) {
  const { catalog, preview } = usePageText('staff');
  const { editor: text, problems: problemTexts, warnings: warningsTitle } = catalog;
  const [part, setPart] = useState<DraftPart>('plans');
  const { problems, difference, lastPreview, isChecking, error } = check;
  const warnings = difference?.warnings ?? [];
  const isChecked = !isChecking && error === null;
  return (
    <section aria-label={preview.title} className="flex min-w-0 flex-col">
      <Choices
        label={text.previewPart}
        options={[
          { value: 'plans', label: preview.pages.plans },
          { value: 'compare', label: preview.pages.compare },
        ]}
        value={part}
        onChange={setPart}
      />
      <p role="status" className="pt-2 pb-3 text-small text-soft">
        {isChecking && text.checking}
        {error !== null && <EditionError error={error} unknown={text.checkFailed} />}
        {isChecked && problems.length > 0 && problemTexts.title(problems.length)}
        {isChecked &&
          difference &&
          `${text.noProblems} ${text.differences(difference.versions.length + difference.add_ons.length)}`}
      </p>
      <ProblemLinks label={problemTexts.title(problems.length)} problems={problems} onPlace={onPlace} />
      {warnings.length > 0 && <p className="pb-3">{warningsTitle}</p>}
      <ProblemLinks label={warningsTitle} problems={warnings} onPlace={onPlace} />
      {problems.length > 0 && (
        <p className="pb-3 text-small text-soft">{lastPreview ? text.outdatedPreview : text.noPreview}</p>
      )}
      {lastPreview && (
        <div className={classNames('h-[40rem]', isBeside && 'wide:h-auto wide:min-h-[28rem] wide:grow')}>
          <DraftFrame
            title={preview.title}
            list={lastPreview}
            part={part}
            onPick={(titles) => {
              const found = findTitled(source, titles);
              if (found)
                onPlace({
                  ...found,
                  file: 'source',
                  column: 1,
                  path: `${found.section}.${found.key}`,
                  message: '',
                });
            }}
          />
        </div>
      )}
    </section>
  );
}
