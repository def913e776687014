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
import { serializeVersionList, toPageEnvelope, toUnixSeconds } from './serializers';

const pickEdition = createSerializer(editionSchema.shape);
const pickEndedBy = createSerializer(editionSchema.shape.ended_by.unwrap().shape);

/** An edition, in every response that has one. */
export function serializeEdition(edition: ListedEdition): EditionBody {
  const { createdBy, updatedBy, publishedBy, scheduledBy, shareExpiresAt, endedBy, state } = edition;
  const isDraft = state === 'draft' || state === 'scheduled';
  const isShared = isDraft && shareExpiresAt !== null && shareExpiresAt.getTime() > Date.now();
  const by = publishedBy ?? scheduledBy;
  return pickEdition(edition, {
    created_by: serializeActor(createdBy),
    updated_by: serializeActor(updatedBy ?? createdBy),
    confirmation_required: state === 'scheduled' && edition.confirmedDigest === null,
    schedule_failure: isDraft ? edition.scheduleFailure : null,
    ended_by: endedBy && pickEndedBy(endedBy),
    ends_edition: edition.ends,
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
  return toPageEnvelope(data, next);
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
  return toPageEnvelope(notes.map(serializeEditionNote), next);
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

/** Runs `work`. An error 412 has the edition as it is now. */
export async function withPresentEdition<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof EditionStaleError)) throw error;
    const { code, message, details } = error;
    throw new ApiError(code, message, { data: serializeEditionDetails(details) });
  });
}
