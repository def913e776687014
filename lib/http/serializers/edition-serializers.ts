import {
  type EditionBody,
  type EditionDetails as EditionDetailsBody,
  type EditionList,
  editionSchema,
} from '@/lib/contract/catalog-editions';
import { type EditionNoteBody, type EditionNoteList, editionNoteSchema } from '@/lib/contract/edition-notes';
import { ApiError } from '@/lib/contract/errors';
import { createSerializer } from '@/lib/contract/field-names';
import {
  type EditionDetails,
  EditionStaleError,
  type ListedEdition,
  type listEditions,
} from '@/lib/domain/editions/catalog-editions';
import type { EditionNote, listEditionNotes } from '@/lib/domain/editions/edition-notes';
import { serializeActor } from '@/lib/domain/history/actors';
import { serializeRevenue } from './revenue-serializers';
import { serializeVersionList, toEnvelope, toPageFields, toUnixSeconds } from './serializers';

const pickEdition = createSerializer(editionSchema.shape);
const pickEndedBy = createSerializer(editionSchema.shape.ended_by.unwrap().shape);

/** An edition, in every response that has one. */
export function serializeEdition(edition: ListedEdition): EditionBody {
  const {
    createdBy,
    updatedBy,
    publishedBy,
    scheduledBy,
    createdAt,
    updatedAt,
    publishAt,
    publishedAt,
    shareExpiresAt,
    endsAt,
    endedBy,
  } = edition;
  const isDraft = edition.state === 'draft' || edition.state === 'scheduled';
  const { confirmedDigest, scheduleFailure } = edition;
  const isShared = isDraft && shareExpiresAt !== null && shareExpiresAt.getTime() > Date.now();
  const by = publishedBy ?? scheduledBy;
  return pickEdition(edition, {
    created_by: serializeActor(createdBy),
    updated_by: serializeActor(updatedBy ?? createdBy),
    created_at: toUnixSeconds(createdAt),
    updated_at: toUnixSeconds(updatedAt),
    publish_at: publishAt && toUnixSeconds(publishAt),
    confirmation_required: edition.state === 'scheduled' && confirmedDigest === null,
    schedule_failure: isDraft ? scheduleFailure : null,
    ends_at: endsAt && toUnixSeconds(endsAt),
    ended_by: endedBy && pickEndedBy(endedBy),
    ends_edition: edition.ends,
    published_at: publishedAt && toUnixSeconds(publishedAt),
    share_expires_at: isShared ? toUnixSeconds(shareExpiresAt) : null,
    published_by: by && serializeActor(by),
  });
}

/** A page of editions. `next` is the cursor of the next one. */
export function serializeEditions({ editions, next }: Awaited<ReturnType<typeof listEditions>>): EditionList {
  const data = editions.map(({ changes, review, ...edition }) => ({
    ...serializeEdition(edition),
    ...serializeReview(review),
    changes: changes && { versions: changes.versions, features: changes.features, add_ons: changes.addOns },
  }));
  return { ...toEnvelope(data), ...toPageFields(next) };
}

function serializeReview({ reviewer, changesRequestedBy: by }: EditionDetails['review']) {
  return {
    reviewer: serializeReviewer(reviewer),
    changes_requested_by: by && serializeActor(by),
  };
}

const serializeReviewer = (reviewer: EditionNote['reviewer']) =>
  reviewer && { name: reviewer.name, user_id: reviewer.userId ?? null };

const pickNote = createSerializer(editionNoteSchema.shape);

export function serializeEditionNote({ reviewer, createdBy, ...note }: EditionNote): EditionNoteBody {
  return pickNote(note, {
    reviewer: serializeReviewer(reviewer),
    created_by: serializeActor(createdBy),
  });
}

/** A page of what is written about an edition. */
export function serializeEditionNotes({
  notes,
  next,
}: Awaited<ReturnType<typeof listEditionNotes>>): EditionNoteList {
  return { ...toEnvelope(notes.map(serializeEditionNote)), ...toPageFields(next) };
}

export function serializeEditionDetails({
  edition,
  comparedTo,
  existingChanges,
  liveEdition,
  otherPublisherRequired,
  editedByCaller,
  review,
  scheduled,
  check,
  revision,
}: EditionDetails): EditionDetailsBody {
  const { source, extension } = edition;
  return {
    ...serializeEdition(edition),
    ...{ source, extension, etag: `"${revision}"` },
    ...serializeReview(review),
    compared_to: comparedTo && serializeEdition(comparedTo),
    other_publisher_required: otherPublisherRequired,
    edited_by_you: editedByCaller,
    existing: edition.existing,
    existing_changes: existingChanges,
    live_edition: liveEdition,
    scheduled_editions: scheduled.map(
      ({ edition: { id, number, note, publishAt, ends }, outcome, conflicts }) => ({
        ...{ id, number, note, outcome, conflicts },
        publish_at: toUnixSeconds(publishAt!),
        ends_edition: ends,
      }),
    ),
    ...serializeCheck(check),
  };
}

/** What is wrong with a text, or what it would change. */
export function serializeCheck({
  problems,
  difference,
  preview,
  revenue,
}: EditionDetails['check']): Pick<EditionDetailsBody, 'problems' | 'difference' | 'preview' | 'revenue'> {
  return {
    problems,
    difference,
    revenue: revenue && serializeRevenue(revenue),
    preview: preview && {
      ...serializeVersionList(preview.listing, { matrix: true }).data,
      checks: preview.checks,
    },
  };
}

/** Runs `work`. 412 has the edition as it is now. */
export async function withPresentEdition<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof EditionStaleError)) throw error;
    const { code, message, details } = error;
    throw new ApiError(code, message, {
      data: serializeEditionDetails(details),
    });
  });
}
