import type { Decision, EditionBody, EditionDetails, ListTexts } from '@/lib/contract/catalog-editions';
import type { EditionNoteBody, PostedNoteKind, ReviewerBody } from '@/lib/contract/edition-notes';
import type { RevenueBody } from '@/lib/contract/revenue';
import { requestApi, requestData } from './api-request';
import { createIdempotencyKey } from './idempotency-key';
import { usePageMutation } from './page-mutation';
import { choiceParam, patternParam, type SearchParamValues, updateQuery } from './search-params';

// The editions of the price list, for the product role.

const basePath = '/api/catalog/editions';
const getPath = (id: string) => `${basePath}/${encodeURIComponent(id)}`;

/** Each request has a key of its own: `etag` prevents a second decision on an edition, and a second publication of it. */
const createHeaders = (etag: string | null = null) => ({
  'Idempotency-Key': createIdempotencyKey(),
  ...(etag !== null && { 'If-Match': etag }),
});

/** Longer than the server gives a check, and a publication. */
const checkTimeoutMs = 30_000;
const publishTimeoutMs = 150_000;

/** What the list of editions shows. `cursor` is the `next_cursor` of the page before. */
export const catalogSearchParams = {
  cursor: patternParam(/^\d{1,9}$/),
  /** The edition that another one is chosen to be compared with. */
  compare: patternParam(/^ced_[0-9a-z]{26}$/),
};

export type CatalogPage = SearchParamValues<typeof catalogSearchParams>;

/** What the editor of a draft shows: a sheet of its table, or a text. */
export const editorViews = [
  'plans',
  'addOns',
  'features',
  'app',
  'texts',
  'source',
  'extension',
  'theirs',
] as const;
export const editorSearchParams = { view: choiceParam(editorViews, 'plans') };

/** The edition that another one is compared with. */
export const comparisonSearchParams = { from: patternParam(/^ced_[0-9a-z]{26}$/) };

const editionUrl = (id: string) => `/catalog/${encodeURIComponent(id)}`;

/** The URLs of the pages of editions. Here, so that other pages do not load them. */
export const editionUrls = {
  page: (shown: Partial<CatalogPage>) => `/catalog${updateQuery(catalogSearchParams, '', shown)}`,
  /** The editor of a draft, the review of another edition. */
  edition: editionUrl,
  editor: (id: string) => `${editionUrl(id)}/edit`,
  review: (id: string) => `${editionUrl(id)}/review`,
  /** What changes from the first to the second. */
  comparison: (from: string, to: string) =>
    `${editionUrl(to)}/compare${updateQuery(comparisonSearchParams, '', { from })}`,
  frame: () => '/catalog/frame',
};

/** Creates a link that replaces an earlier one. */
export function useShareEdition(id: string) {
  return usePageMutation((_: undefined) =>
    requestData<{ url: string }>(`${getPath(id)}/share`, {
      method: 'POST',
      body: {},
      headers: createHeaders(),
    }),
  );
}

export function useUnshareEdition(id: string) {
  return usePageMutation((_: undefined) => requestApi<unknown>(`${getPath(id)}/share`, { method: 'DELETE' }));
}

interface NoteInput {
  kind: PostedNoteKind;
  text: string;
  reviewer: ReviewerBody | null;
  /** The edition that a decision is about. It is null for a comment, which is about any. */
  etag: string | null;
}

/** Adds what a person writes about an edition, or decides on it. */
export function useAddEditionNote(id: string, onAdded: () => void) {
  return usePageMutation(({ kind, text, reviewer, etag }: NoteInput) => {
    const person = reviewer && { name: reviewer.name, user_id: reviewer.user_id ?? undefined };
    return requestData<EditionNoteBody>(`${getPath(id)}/notes`, {
      method: 'POST',
      body: { kind, text, ...(person && { reviewer: person }) },
      headers: createHeaders(etag),
    });
  }, onAdded);
}

/** The text of a new draft, or the edition whose text it has. */
export type EditionInput = { source: string } | { base_id: string };

export function useCreateEdition(onCreated: (edition: EditionBody) => void) {
  return usePageMutation(
    (body: EditionInput) =>
      requestData<EditionBody>(basePath, { method: 'POST', body, headers: createHeaders() }),
    onCreated,
  );
}

interface PublicationInput {
  etag: string;
  /** Unix seconds, or null for now. */
  at: number | null;
  /** Other decisions than those of the edition. */
  existing: Record<string, Decision>;
  /** `at` in Unix seconds, or null if there is none. */
  end: { at: number; existing: Decision } | null;
  note: string;
}

export function usePublishEdition(id: string, onPublished: (edition: EditionBody) => void) {
  return usePageMutation(
    ({ etag, at, existing, end, note }: PublicationInput) =>
      requestData<EditionBody>(`${getPath(id)}/publish`, {
        method: 'POST',
        body: {
          ...{ existing, note },
          ...(at !== null && { at }),
          ...(end && { ends_at: end.at, ends_existing: end.existing }),
        },
        headers: createHeaders(etag),
        timeoutMs: publishTimeoutMs,
      }),
    onPublished,
  );
}

/** Discards an edition, or makes a scheduled one a draft. */
export function useWithdrawEdition(
  id: string,
  kind: 'discard' | 'cancel',
  onDone: (result: EditionBody | 'discarded') => void,
) {
  return usePageMutation(async ({ etag }: { etag: string }) => {
    const options = { method: 'DELETE', headers: { 'If-Match': etag } } as const;
    if (kind === 'cancel') return requestData<EditionBody>(`${getPath(id)}/publish`, options);
    await requestApi<unknown>(getPath(id), options);
    return 'discarded' as const;
  }, onDone);
}

export interface EditionText {
  source: string;
  /** The value is null if there is none, or if the list has it. */
  extension: string | null;
}

interface SavedFields extends Partial<EditionText> {
  /** Replaces all decisions. */
  existing?: Record<string, Decision>;
  note?: string;
}

/** Saves a text or decisions of a draft that still has the revision. */
export function useSaveEdition(id: string) {
  return usePageMutation(({ revision, ...body }: SavedFields & { revision: number }) =>
    requestData<EditionBody>(getPath(id), {
      method: 'PUT',
      body,
      headers: { 'If-Match': `"${revision}"` },
    }),
  );
}

/** What accounts pay before and after a publication, or null for a text with problems. */
export async function computeRevenue(
  input: EditionText & { existing: Record<string, Decision> },
  signal: AbortSignal,
): Promise<RevenueBody | null> {
  const body = { ...input, revenue: true };
  const options = { method: 'POST', body, signal, timeoutMs: checkTimeoutMs } as const;
  return (await requestData<{ revenue: RevenueBody | null }>('/api/catalog/check', options)).revenue;
}

export type CatalogCheck = Pick<EditionDetails, 'problems' | 'difference' | 'preview'>;

/** What is wrong with a text, or what it would change. With `texts`, also what can be translated. */
export function checkText(
  text: EditionText,
  { texts, signal }: { texts: boolean; signal: AbortSignal },
): Promise<CatalogCheck & { texts: ListTexts | null }> {
  const body = { ...text, ...(texts && { texts }) };
  const options = { method: 'POST', body, signal, timeoutMs: checkTimeoutMs } as const;
  return requestData('/api/catalog/check', options);
}
