'use client';

import { type ComponentType, useState } from 'react';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button, buttonClassName } from '@/components/ui/button';
import { PageHeading } from '@/components/ui/page-heading';
import { PageLink } from '@/components/ui/page-link';
import { Skeleton } from '@/components/ui/skeleton';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { useOnDemand } from '@/components/ui/use-on-demand';
import { ApiRequestError } from '@/lib/client/api-request';
import { editionUrls, useSaveEdition } from '@/lib/client/catalog';
import type { CatalogProblem, EditionDetails } from '@/lib/contract/catalog-editions';
import { Choices } from './choices';
import type { CodeEditorProps } from './code-editor';
import { DraftFrame } from './draft-frame';
import type { DraftPart } from './draft-plans';
import { EditionError } from './edition-state';
import { ProblemLinks } from './problem-list';
import { useTextCheck } from './use-text-check';
import { isSameText, type RevisedText, useKeepText, useKeptText } from './use-unsaved-text';

const loadEditor = () => import('./code-editor').then(({ CodeEditor }) => CodeEditor);

/** Edits the text of a draft, with its problems and the plans beside it. */
export function EditionEditor({ edition }: { edition: EditionDetails }) {
  const text = usePageText('staff').catalog;
  const isDraft = edition.state === 'draft' || edition.state === 'scheduled';
  const Editor = useOnDemand(loadEditor, isDraft);
  return (
    <div className="broad">
      <PreloadText groups={['staff']} />
      <div className="measure">
        <p className="screen-only pt-6">
          <TextLink href={editionUrls.edition(edition.id)}>{text.edition(edition.number)}</TextLink>
        </p>
        {isDraft && Editor ? (
          <LoadedEditor edition={edition} Editor={Editor} />
        ) : (
          <>
            <PageHeading title={text.editor.title(edition.number)} />
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

interface LoadedEditorProps {
  edition: EditionDetails;
  Editor: ComponentType<CodeEditorProps>;
}

const files = ['source', 'extension', 'theirs'] as const;
type File = (typeof files)[number];

/** Rendered in the browser only. */
function LoadedEditor({ edition, Editor }: LoadedEditorProps) {
  const { editor: text } = usePageText('staff').catalog;
  const { id, revision } = edition;
  const [saved, setSaved] = useState<RevisedText>(() => pickText(edition));
  const kept = useKeptText(id, saved);
  const [draft, setDraft] = useState<RevisedText>(kept ?? saved);
  const [isRestored, setIsRestored] = useState(kept !== null);
  const [file, setFile] = useState<File>('source');
  const [place, setPlace] = useState<CodeEditorProps['place']>(null);
  const [hasConflict, setHasConflict] = useState(false);
  const isDirty = !isSameText(draft, saved);
  useKeepText(id, isDirty ? draft : null);
  const check = useTextCheck(draft, edition);
  const { mutate, isPending, isSuccess, error } = useSaveEdition(id, () => {});
  const save = (base: number) => {
    if (isPending) return;
    const { source, extension } = draft;
    mutate(
      { source, extension, revision: base },
      {
        onSuccess: (stored) => {
          const next = { source, extension, revision: stored.revision };
          setSaved(next);
          setDraft((known) => ({ ...known, revision: stored.revision }));
          setHasConflict(false);
          setIsRestored(false);
        },
        onError: (failure) => {
          setHasConflict(failure instanceof ApiRequestError && failure.code === 'edition_stale');
        },
      },
    );
  };
  const replace = (next: RevisedText) => {
    setSaved(next);
    setDraft(next);
    setIsRestored(false);
    setHasConflict(false);
    setFile('source');
  };
  // The edition as someone else has saved it, once it is loaded.
  const theirs = hasConflict && revision !== draft.revision ? pickText(edition) : null;
  const shownFile = file === 'theirs' && !theirs ? 'source' : file;
  const change = (value: string) => {
    if (shownFile === 'theirs') return;
    setDraft((known) => ({
      ...known,
      ...(shownFile === 'source' ? { source: value } : { extension: value.trim() === '' ? null : value }),
    }));
  };
  const values = {
    source: draft.source,
    extension: draft.extension ?? '',
    theirs: theirs ? joinTexts(theirs, text.extension) : '',
  };
  const isShown = (problem: CatalogProblem) => problem.file === shownFile;
  const isUnknown = error !== null && !hasConflict && !isPending;
  return (
    <>
      <PageHeading
        title={text.title(edition.number)}
        aside={
          <div className="flex flex-wrap items-center gap-3">
            <p role="status" className="text-small text-soft empty:hidden">
              {isPending && text.saving}
              {!isPending && isDirty && text.unsaved}
              {!isPending && !isDirty && isSuccess && text.saved}
            </p>
            <Button tone="solid" blocked={isPending || !isDirty} onClick={() => save(draft.revision)}>
              {text.save}
            </Button>
            {!isDirty && (
              <PageLink href={editionUrls.edition(id)} className={buttonClassName()}>
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
      <div className="grid gap-x-8 gap-y-10 pb-16 wide:grid-cols-2">
        <section aria-label={text.files} className="min-w-0">
          <Choices
            label={text.files}
            options={files.flatMap((each) =>
              each !== 'theirs' || theirs ? { value: each, label: text[each] } : [],
            )}
            value={shownFile}
            onChange={setFile}
          />
          <div className="h-[32rem] border border-edge focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink wide:h-[calc(100dvh-12rem)] wide:min-h-[32rem]">
            <Editor
              key={shownFile}
              label={text[shownFile]}
              kind={shownFile === 'extension' ? 'extension' : 'source'}
              value={values[shownFile]}
              source={draft.source}
              problems={check.problems.filter(isShown)}
              warnings={check.difference?.warnings.filter(isShown) ?? []}
              readOnly={shownFile === 'theirs'}
              place={place ?? null}
              onChange={change}
              onSave={() => isDirty && save(draft.revision)}
            />
          </div>
          <p className="pt-2 text-small text-soft">
            {shownFile === 'extension' && `${text.extensionHint} `}
            {text.hint}
          </p>
        </section>
        <CheckedText
          check={check}
          onPlace={(problem) => {
            setFile(problem.file);
            setPlace({ line: problem.line ?? 1, column: problem.column ?? 1 });
          }}
        />
      </div>
    </>
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
  onPlace: (problem: CatalogProblem) => void;
}

/** The problems and warnings of the text, and the plans of the last text without problems. */
function CheckedText({ check, onPlace }: CheckedTextProps) {
  const { editor: text, problems: problemTexts, warnings: warningsTitle } = usePageText('staff').catalog;
  const [part, setPart] = useState<DraftPart>('plans');
  const { problems, difference, lastPreview, isChecking, error } = check;
  const warnings = difference?.warnings ?? [];
  const isChecked = !isChecking && error === null;
  return (
    <section aria-label={text.preview} className="flex min-w-0 flex-col">
      <Choices
        label={text.previewPart}
        options={[
          { value: 'plans', label: text.plans },
          { value: 'compare', label: text.comparison },
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
        <div className="h-[32rem] wide:h-auto wide:min-h-[28rem] wide:grow">
          <DraftFrame title={text.preview} list={lastPreview} part={part} />
        </div>
      )}
    </section>
  );
}
