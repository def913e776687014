import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Decision, EditionBody, EditionDetails, EditionList } from '@/lib/contract/catalog-editions';
import { addQuery, readPath, requestApi, requestData } from './api-request';
import { patternParam, updateQuery } from './search-params';

// The editions of the price list, for the product role.

const pageSize = 50;
const basePath = '/api/catalog/editions';
const getPath = (id: string) => `${basePath}/${encodeURIComponent(id)}`;
const editionsQueryKey = ['editions'] as const;

/** Longer than the server gives a check, and a publication. */
const checkTimeoutMs = 30_000;
const publishTimeoutMs = 150_000;

/** What the list of editions shows. `cursor` is the `next_cursor` of the page before. */
export const catalogSearchParams = {
  cursor: patternParam(/^\d{1,9}$/),
  /** The edition that another one is chosen to be compared with. */
  compare: patternParam(/^ced_[0-9a-z]{26}$/),
};

/** The edition that another one is compared with. */
export const comparisonSearchParams = { from: patternParam(/^ced_[0-9a-z]{26}$/) };

const editionUrl = (id: string) => `/catalog/${encodeURIComponent(id)}`;

/** The URLs of the pages of editions. Here, so that other pages do not load them. */
export const editionUrls = {
  page: (shown: Partial<CatalogPage>) => `/catalog${updateQuery(catalogSearchParams, '', shown)}`,
  edition: editionUrl,
  editor: (id: string) => `${editionUrl(id)}/edit`,
  /** What changes from the first to the second. */
  comparison: (from: string, to: string) =>
    `${editionUrl(to)}/compare${updateQuery(comparisonSearchParams, '', { from })}`,
  frame: () => '/catalog/frame',
};

export interface CatalogPage {
  /** Empty for the newest. */
  cursor: string;
  /** Empty unless an edition is chosen. */
  compare: string;
}

/** The page of editions as the API and the server take it. */
export const toEditionsInput = ({ cursor }: Pick<CatalogPage, 'cursor'>) => ({ cursor, limit: pageSize });

export function editionsQueryOptions(page: CatalogPage) {
  const { cursor, limit } = toEditionsInput(page);
  return queryOptions({
    queryKey: [...editionsQueryKey, 'list', cursor],
    queryFn: readPath<EditionList>(addQuery(basePath, { limit, cursor })),
  });
}

export const useEditions = (page: CatalogPage) => useQuery(editionsQueryOptions(page));

/** An edition with its text. What a draft changes is computed for each request. */
export function editionQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...editionsQueryKey, id],
    queryFn: readPath<{ data: EditionDetails }>(getPath(id), { timeoutMs: checkTimeoutMs }),
  });
}

export const useEdition = (id: string) => useQuery(editionQueryOptions(id));

export function comparisonQueryOptions({ from, to }: { from: string; to: string }) {
  const path = addQuery(getPath(to), { compare_to: from });
  return queryOptions({
    queryKey: [...editionsQueryKey, to, from],
    queryFn: readPath<{ data: EditionDetails }>(path, { timeoutMs: checkTimeoutMs }),
  });
}

export const useComparison = (editions: { from: string; to: string }) =>
  useQuery(comparisonQueryOptions(editions));

/** Refetches the editions after each attempt, also a failed one. */
function useEditionMutation<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    ...(onSuccess && { onSuccess }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: editionsQueryKey }),
  });
}

/** Creates a link that replaces an earlier one. */
export function useShareEdition(id: string) {
  return useEditionMutation(({ idempotencyKey }: { idempotencyKey: string }) => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    const path = `${getPath(id)}/share`;
    return requestData<{ url: string }>(path, { method: 'POST', body: {}, headers });
  });
}

export function useUnshareEdition(id: string) {
  return useEditionMutation((_: undefined) =>
    requestApi<unknown>(`${getPath(id)}/share`, { method: 'DELETE' }),
  );
}

/** The text of a new draft, or the edition whose text it has. */
export type EditionInput = { source: string } | { base_id: string };

export function useCreateEdition(onCreated: (edition: EditionBody) => void) {
  return useEditionMutation(({ idempotencyKey, ...body }: EditionInput & { idempotencyKey: string }) => {
    const headers = { 'Idempotency-Key': idempotencyKey };
    return requestData<EditionBody>(basePath, { method: 'POST', body, headers });
  }, onCreated);
}

interface PublicationInput {
  etag: string;
  /** Unix seconds. Null for now. */
  at: number | null;
  existing: Record<string, Decision>;
  /** `at` in Unix seconds. Null for none. */
  end: { at: number; existing: Decision } | null;
  note: string;
  /** One for each opened dialog, so that a repeated request publishes once. */
  idempotencyKey: string;
}

export function usePublishEdition(id: string, onPublished: (edition: EditionBody) => void) {
  return useEditionMutation(
    ({ etag, at, existing, end, note, idempotencyKey }: PublicationInput) =>
      requestData<EditionBody>(`${getPath(id)}/publish`, {
        method: 'POST',
        body: {
          ...{ existing, note },
          ...(at !== null && { at }),
          ...(end && { ends_at: end.at, ends_existing: end.existing }),
        },
        headers: { 'Idempotency-Key': idempotencyKey, 'If-Match': etag },
        timeoutMs: publishTimeoutMs,
      }),
    onPublished,
  );
}

/** Makes a scheduled edition a draft. */
export function useCancelSchedule(id: string, onCanceled: (edition: EditionBody) => void) {
  return useEditionMutation(
    ({ etag }: { etag: string }) =>
      requestData<EditionBody>(`${getPath(id)}/publish`, { method: 'DELETE', headers: { 'If-Match': etag } }),
    onCanceled,
  );
}

export function useDiscardEdition(id: string, onDiscarded: () => void) {
  return useEditionMutation(
    ({ etag }: { etag: string }) =>
      requestApi<unknown>(getPath(id), { method: 'DELETE', headers: { 'If-Match': etag } }),
    onDiscarded,
  );
}

export interface EditionText {
  source: string;
  /** Null if there is none, or if the list has it. */
  extension: string | null;
}

/** Saves the text of a draft that still has the revision. */
export function useSaveEdition(id: string, onSaved: (edition: EditionBody) => void) {
  return useEditionMutation(
    ({ revision, ...body }: EditionText & { revision: number }) =>
      requestData<EditionBody>(getPath(id), {
        method: 'PUT',
        body,
        headers: { 'If-Match': `"${revision}"` },
      }),
    onSaved,
  );
}

export type CatalogCheck = Pick<EditionDetails, 'problems' | 'difference' | 'preview'>;

/** What is wrong with a text, or what it would change. */
export function checkText(text: EditionText, signal: AbortSignal): Promise<CatalogCheck> {
  const options = { method: 'POST', body: text, signal, timeoutMs: checkTimeoutMs } as const;
  return requestData<CatalogCheck>('/api/catalog/check', options);
}
