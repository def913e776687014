'use client';

import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { RevenueTotal, VersionAmounts } from '@/components/revenue/revenue-amounts';
import { useRevenue } from '@/components/revenue/use-revenue';
import { Button, buttonClassName } from '@/components/ui/button';
import { CopyLink } from '@/components/ui/copy-link';
import { DateText } from '@/components/ui/date-text';
import { DoneNotice } from '@/components/ui/done-notice';
import { PageHeading } from '@/components/ui/page-heading';
import { PageLink } from '@/components/ui/page-link';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { editionUrls, useCreateEdition } from '@/lib/client/catalog';
import { staffUrls } from '@/lib/client/staff-urls';
import type {
  CatalogDifference,
  CatalogProblem,
  EditionBody,
  EditionDetails,
} from '@/lib/contract/catalog-editions';
import type { AppInfo } from '@/lib/contract/versions';
import { findChangedSubjects, hasChanges } from './catalog-difference';
import { PublishDialog, WithdrawDialog } from './edition-dialogs';
import { EditionDifference } from './edition-difference';
import { EditionReview, type EditionReviewProps, ReviewNotice } from './edition-review';
import { EditionByline, EditionEnd, EditionError, EditionState } from './edition-state';
import { ProblemItems } from './problem-list';
import { ScheduleNotice } from './schedule-notice';
import { ShareSection } from './share-section';
import { isSameDecisions, useDecisions } from './use-decisions';

interface EditionViewProps {
  edition: EditionDetails;
  app: AppInfo;
  review: EditionReviewProps;
}

/** `seen` is what was reviewed when the dialog opened. */
interface OpenDialog {
  kind: 'publish' | 'cancel' | 'discard';
  seen: EditionDetails;
}

/** One edition: what it changes and for whom, and its publication. */
export function EditionView({ edition, app, review }: EditionViewProps) {
  const text = usePageText('staff').catalog;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  /** What was reviewed before someone else changed it. */
  const [outdated, setOutdated] = useState<EditionDetails | null>(null);
  const [done, setDone] = useState<EditionBody | 'discarded' | null>(null);
  const noticeRef = useRef<HTMLDivElement>(null);
  const staleRef = useRef<HTMLDivElement>(null);
  const { state, note, problems, difference } = edition;
  const isDraft = state === 'draft' || state === 'scheduled';
  const deciding = useDecisions(edition);
  const { decisions, unsaved } = deciding;
  const money = useRevenue(isDraft && difference ? edition : null, decisions);
  const close = () => setDialog(null);
  const finish = (result: EditionBody | 'discarded') => {
    setDone(result);
    close();
  };

  function getDoneTitle(result: EditionBody | 'discarded') {
    if (result === 'discarded') return text.done.discarded(edition.number);
    if (result.state === 'scheduled' && result.publish_at !== null) {
      return interpolate(
        (date) => text.done.scheduled(edition.number, date),
        [<DateText key="date" at={result.publish_at} withTime />],
      );
    }
    return result.state === 'draft'
      ? text.done.canceled(edition.number)
      : text.done.published(edition.number);
  }

  return (
    <div className="measure">
      <PreloadText groups={['staff']} />
      <p className="screen-only pt-6">
        <TextLink href={staffUrls.catalog()}>{text.backToList}</TextLink>
      </p>
      <PageHeading
        title={text.edition(edition.number)}
        lead={note && <bdi>{note}</bdi>}
        aside={
          <EditionActions
            edition={edition}
            isUnchanged={
              edition.live_edition !== null &&
              difference !== null &&
              !hasChanges(difference) &&
              Object.keys(unsaved).length === 0
            }
            isSaving={deciding.isSaving}
            onOpen={(kind) => setDialog({ kind, seen: edition })}
          />
        }
      />
      {done && (
        <DoneNotice ref={noticeRef} onDismiss={() => setDone(null)} title={getDoneTitle(done)}>
          {done !== 'discarded' && done.state === 'published' && (
            <TextLink href={staffUrls.audit({ type: 'catalog.published' })}>{text.audit}</TextLink>
          )}
        </DoneNotice>
      )}
      <div ref={staleRef} role="alert" tabIndex={-1}>
        {outdated && <StaleNotice seen={outdated} present={edition} />}
      </div>
      <ScheduleNotice edition={edition} />
      <ReviewNotice edition={edition} />
      <p className="flex flex-wrap items-baseline gap-x-6 gap-y-1 pb-8">
        <EditionState edition={edition} />
        <span className="text-soft">
          <EditionByline edition={edition} />
        </span>
        <span className="flex flex-wrap gap-x-6 gap-y-5">
          {edition.live && !done && (
            <TextLink href={staffUrls.audit({ type: 'catalog.published' })}>{text.audit}</TextLink>
          )}
          {isDraft && problems.length === 0 && (
            <TextLink href={staffUrls.preview({ edition: edition.id })}>{text.preview}</TextLink>
          )}
          {edition.number > 1 && (
            <TextLink href={editionUrls.page({ compare: edition.id })}>{text.compare.open}</TextLink>
          )}
        </span>
        <span className="basis-full pt-4 text-soft empty:hidden">
          <EditionEnd edition={edition} linked />
        </span>
      </p>
      {problems.length > 0 && <Problems problems={problems} />}
      {difference && (
        <>
          <h2 className="sr-only">{isDraft ? text.changes.title : text.changes.publishedTitle}</h2>
          {!hasChanges(difference) && (
            <p className="border-t-2 border-rule pt-4 pb-16">{text.changes.none}</p>
          )}
          {isDraft && hasChanges(difference) && <EditionRevenue difference={difference} {...money} />}
          <EditionDifference
            difference={difference}
            app={app}
            deciding={isDraft ? deciding : null}
            published={state === 'published'}
            revenue={money.revenue}
          />
        </>
      )}
      {isDraft && <Warnings edition={edition} />}
      <EditionReview {...review} />
      {isDraft && problems.length === 0 && <ShareSection edition={edition} />}
      {state === 'discarded' && (
        <p className="border-t-2 border-rule pt-4 pb-16 text-soft">{text.changes.discarded}</p>
      )}
      {dialog?.kind === 'publish' && (
        <PublishDialog
          edition={dialog.seen}
          decisions={decisions}
          unsaved={unsaved}
          revenue={money.revenue}
          onClose={close}
          getFinalFocus={() => noticeRef.current ?? (outdated ? staleRef.current : null)}
          onPublished={(published) => {
            setOutdated(null);
            deciding.reset();
            finish(published);
          }}
          onStale={() => {
            setOutdated(dialog.seen);
            close();
          }}
        />
      )}
      {dialog && dialog.kind !== 'publish' && (
        <WithdrawDialog
          kind={dialog.kind}
          edition={dialog.seen}
          onClose={close}
          getFinalFocus={() => noticeRef.current}
          onDone={finish}
        />
      )}
    </div>
  );
}

interface EditionActionsProps {
  edition: EditionDetails;
  /** Whether there is nothing to publish. */
  isUnchanged: boolean;
  /** Whether a decision is being saved. */
  isSaving: boolean;
  onOpen: (kind: OpenDialog['kind']) => void;
}

function EditionActions(props: EditionActionsProps) {
  const { edition, isUnchanged, isSaving, onOpen } = props;
  const text = usePageText('staff').catalog;
  const router = useRouter();
  const isReused = edition.state === 'discarded';
  // An edition that is published again is reviewed, and a reused text is edited.
  const create = useCreateEdition(({ id }) =>
    router.push(isReused ? editionUrls.edition(id) : editionUrls.review(id)),
  );
  const { id, state, live, problems, other_publisher_required: isOther } = edition;
  const isBlocked = isOther || edition.changes_requested_by !== null;
  const isWorking = create.isPending || create.isSuccess;
  const createLabel = isReused ? text.reuse : text.again;
  return (
    <div className="screen-only max-w-full">
      <div className="flex flex-wrap gap-3">
        {state === 'draft' || state === 'scheduled' ? (
          <>
            {state === 'scheduled' && <Button onClick={() => onOpen('cancel')}>{text.cancelSchedule}</Button>}
            <Button onClick={() => onOpen('discard')}>{text.discard}</Button>
            <PageLink href={editionUrls.editor(id)} className={buttonClassName()}>
              {text.edit}
            </PageLink>
            {problems.length === 0 && !isBlocked && !isUnchanged && (
              <Button tone="solid" blocked={isSaving} onClick={() => onOpen('publish')}>
                {text.publish}
              </Button>
            )}
            {isOther && (
              <CopyLink
                {...text.otherPublisher.copy}
                getUrl={() => new URL(editionUrls.review(id), window.location.origin).href}
              />
            )}
          </>
        ) : (
          !live && (
            <Button blocked={isWorking} onClick={() => create.mutate({ base_id: id })}>
              {isWorking ? text.create.working : createLabel}
            </Button>
          )
        )}
      </div>
      {isOther && <p className="max-w-[60ch] pt-3 text-soft">{text.otherPublisher.body}</p>}
      <p role="alert" className="empty:hidden">
        {create.error && <EditionError error={create.error} unknown={text.create.failed} />}
      </p>
    </div>
  );
}

/** Says what has changed since the edition was reviewed. */
function StaleNotice({ seen, present }: { seen: EditionDetails; present: EditionDetails }) {
  const { stale } = usePageText('staff').catalog;
  const subjects = findChangedSubjects(seen.difference, present.difference);
  return (
    <div className="mb-8 border-s-4 border-lost ps-4">
      <p className="font-medium">{stale.title}</p>
      <p>{stale.body}</p>
      <ul className="pt-1">
        {(seen.source !== present.source || seen.extension !== present.extension) && <li>{stale.text}</li>}
        {!isSameDecisions(seen.existing, present.existing) && <li>{stale.existing}</li>}
        {subjects.length > 0 && <li>{interpolate(stale.plans, [subjects.join(', ')])}</li>}
      </ul>
    </div>
  );
}

interface EditionRevenueProps extends ReturnType<typeof useRevenue> {
  difference: CatalogDifference;
}

/** What accounts pay before and after, with the plans that do not change themselves. */
function EditionRevenue({ difference, revenue, error }: EditionRevenueProps) {
  const text = usePageText('staff').revenue;
  const shown = new Set([...difference.versions, ...difference.earlier_versions].map(({ id }) => id));
  const others = revenue?.versions.filter(({ id }) => !shown.has(id)) ?? [];
  return (
    <Section title={text.title}>
      <div role="status">
        {!revenue && !error && <p className="text-soft">{text.loading}</p>}
        {error !== null && <p>{text.failed}</p>}
        {revenue && <RevenueTotal revenue={revenue} />}
      </div>
      {revenue && revenue.accounts > 0 && (
        <p className="max-w-[60ch] pt-1 text-small text-soft">{text.note}</p>
      )}
      <ul>
        {revenue &&
          others.map((version) => (
            <li key={version.id} className="pt-4">
              <CatalogText className="font-medium">{version.title}</CatalogText>
              <VersionAmounts version={version} currencies={revenue} />
            </li>
          ))}
      </ul>
    </Section>
  );
}

/** Why a list can't be published, with the place of each problem. */
function Problems({ problems }: { problems: CatalogProblem[] }) {
  const { problems: text } = usePageText('staff').catalog;
  return (
    <Section title={text.title(problems.length)}>
      <p className="pb-3 text-soft">{text.body}</p>
      <ol>
        <ProblemItems problems={problems} className="border-t border-line py-3" />
      </ol>
    </Section>
  );
}

/** Possible mistakes that do not prevent a publication. */
function Warnings({ edition: { difference, preview } }: { edition: EditionDetails }) {
  const text = usePageText('staff').catalog;
  const { checkTitles, checkDescriptions } = usePageText('staff').preview;
  const warnings = difference?.warnings ?? [];
  // What all plans have is normal.
  const checks = preview?.checks.filter(({ code }) => code !== 'feature_in_all_versions') ?? [];
  if (warnings.length + checks.length === 0) return null;
  return (
    <Section title={text.warnings}>
      <ul>
        <ProblemItems problems={warnings} className="border-b border-line py-3 first:pt-0 last:border-0" />
        {checks.map(({ code, subjects }) => (
          <li key={code} className="border-b border-line py-3 first:pt-0 last:border-0">
            <p>
              <span className="font-medium">{checkTitles[code]}:</span>{' '}
              <CatalogText>{subjects.join(', ')}</CatalogText>
            </p>
            <p className="text-small text-soft">{checkDescriptions[code]}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
