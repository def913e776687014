import {
  type EditionBody,
  type EditionDetails as EditionDetailsBody,
  editionSchema,
} from '@/lib/contract/catalog-editions';
import { ApiError } from '@/lib/contract/errors';
import { createSerializer } from '@/lib/contract/field-names';
import { actor } from '@/lib/contract/fields';
import { type EditionDetails, EditionStaleError, type ListedEdition } from '@/lib/domain/catalog-editions';
import { toUnixSeconds } from './serializers';

const pickEdition = createSerializer(editionSchema.shape);
const pickActor = createSerializer(actor.shape);

/** An edition, in every response that has one. */
export function serializeEdition(edition: ListedEdition): EditionBody {
  const { createdBy, publishedBy, scheduledBy, createdAt, updatedAt, publishAt, publishedAt } = edition;
  const by = publishedBy ?? scheduledBy;
  return pickEdition(edition, {
    created_by: pickActor({ ...createdBy, userId: createdBy.userId ?? null }),
    created_at: toUnixSeconds(createdAt),
    updated_at: toUnixSeconds(updatedAt),
    publish_at: publishAt && toUnixSeconds(publishAt),
    published_at: publishedAt && toUnixSeconds(publishedAt),
    published_by: by && pickActor({ ...by, userId: by.userId ?? null }),
  });
}

export function serializeEditionDetails({ edition, check }: EditionDetails): EditionDetailsBody {
  const { source, extension } = edition;
  const { problems, difference } = check;
  return { ...serializeEdition(edition), source, extension, problems, difference };
}

/** Runs `work`. 412 has the edition as it is now. */
export async function withPresentEdition<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof EditionStaleError)) throw error;
    const { code, message, details } = error;
    throw new ApiError(code, message, {
      data: { ...serializeEditionDetails(details), etag: `"${details.revision}"` },
    });
  });
}
