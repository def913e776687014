import {
  cancelEditionSchedule,
  checkCatalog,
  compareEditions,
  createEdition,
  discardEdition,
  getEdition,
  listEditions,
  publishEdition,
  shareEdition,
  unshareEdition,
  updateEdition,
} from '@/lib/domain/editions/catalog-editions';
import { addEditionNote, listEditionNotes } from '@/lib/domain/editions/edition-notes';
import { publicOrigin } from '../pipeline/authenticate';
import { parseIfMatch } from '../pipeline/parse-request';
import { createdResponse, dataResponse, jsonResponse } from '../pipeline/response';
import {
  serializeCheck,
  serializeEdition,
  serializeEditionDetails,
  serializeEditionNote,
  serializeEditionNotes,
  serializeEditions,
  withPresentEdition,
} from '../serializers/edition-serializers';
import { toEnvelope, toUnixSeconds } from '../serializers/serializers';
import type { OperationHandlers } from './operation-handlers';

export const editionsHandlers = {
  checkCatalog: async ({
    service,
    caller,
    body: { source, extension = null, existing = {}, revenue, texts },
  }) => {
    const check = await checkCatalog(service, caller, { source, extension, existing, revenue, texts });
    return dataResponse({ ...serializeCheck(check), texts: check.texts });
  },
  listEditions: async ({ service, caller, query: { limit = 100, cursor = null } }) => {
    return jsonResponse(serializeEditions(await listEditions(service, caller, { limit, cursor })));
  },
  createEdition: async ({ service, caller, body }) => {
    const { source, extension = null, existing = null, note = '', base_id: baseId = null } = body;
    const text = source === undefined ? null : { source, extension };
    return createdResponse(
      serializeEdition(await createEdition(service, caller, { baseId, text, existing, note })),
    );
  },
  getEdition: async ({ service, caller, params: { id }, query: { compare_to: from } }) => {
    const details = await (from === undefined
      ? getEdition(service, caller, id, { revenue: true })
      : compareEditions(service, caller, { from, to: id }));
    return jsonResponse(toEnvelope(serializeEditionDetails(details)), { ETag: `"${details.revision}"` });
  },
  updateEdition: async ({ service, caller, params: { id }, body, headers }) => {
    const { note = null, ...change } = body;
    const ifMatch = parseIfMatch(headers.get('if-match'));
    const update = updateEdition(service, caller, id, { ...change, note, ifMatch });
    return dataResponse(serializeEdition(await withPresentEdition(update)));
  },
  deleteEdition: async ({ service, caller, params: { id }, headers }) => {
    const ifMatch = parseIfMatch(headers.get('if-match'));
    await withPresentEdition(discardEdition(service, caller, id, { ifMatch }));
    return dataResponse({ id });
  },
  publishEdition: async ({ service, caller, params: { id }, body, headers }) => {
    const { at, existing = {}, note = null, ends_at: endsAt, ends_existing: endsExisting = 'keep' } = body;
    const publish = publishEdition(service, caller, id, {
      at: at === undefined ? null : new Date(at * 1000),
      existing,
      note,
      end: endsAt === undefined ? null : { endsAt: new Date(endsAt * 1000), endsExisting },
      ifMatch: parseIfMatch(headers.get('if-match')),
    });
    return dataResponse(serializeEdition(await withPresentEdition(publish)));
  },
  cancelSchedule: async ({ service, caller, params: { id }, headers }) => {
    const ifMatch = parseIfMatch(headers.get('if-match'));
    const cancel = cancelEditionSchedule(service, caller, id, { ifMatch });
    return dataResponse(serializeEdition(await withPresentEdition(cancel)));
  },
  shareEdition: async ({ service, caller, params: { id }, body, headers }) => {
    const { expires_at: at } = body;
    const link = await shareEdition(service, caller, id, {
      expiresAt: at === undefined ? null : new Date(at * 1000),
    });
    const url = new URL(`/shared/${caller.app.slug}/${link.secret}`, publicOrigin(headers)).href;
    return dataResponse({ url, expires_at: toUnixSeconds(link.expiresAt) });
  },
  unshareEdition: async ({ service, caller, params: { id } }) => {
    await unshareEdition(service, caller, id);
    return dataResponse({ id });
  },
  listEditionNotes: async ({ service, caller, params: { id }, query }) => {
    const { limit = 100, cursor = null } = query;
    const before = cursor === null ? null : Number(cursor);
    return jsonResponse(
      serializeEditionNotes(await listEditionNotes(service, caller, id, { before, limit })),
    );
  },
  addEditionNote: async ({ service, caller, params: { id }, body, headers }) => {
    const { kind = 'comment', text = '', reviewer } = body;
    const note = addEditionNote(service, caller, id, {
      ...{ kind, text, ifMatch: parseIfMatch(headers.get('if-match')) },
      reviewer: reviewer ? { name: reviewer.name, userId: reviewer.user_id ?? null } : null,
    });
    return createdResponse(serializeEditionNote(await withPresentEdition(note)));
  },
} satisfies Partial<OperationHandlers>;
