import { createSerializer } from '@/lib/contract/field-names';
import {
  type AccountExport,
  accountKeySchema,
  accountSessionSchema,
  idempotencyKeySchema,
} from '@/lib/contract/personal-data';
import { type AccountData, getAccountData } from '@/lib/domain/accounts/personal-data';
import type { AccountCaller, AppKeyCaller } from '@/lib/domain/caller';
import { listChanges } from '@/lib/domain/changes/waiting-changes';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { listHistory } from '@/lib/domain/history/history';
import type { Service } from '@/lib/domain/service';
import type { ApiResponse } from '../pipeline/response';
import { serializeAccount, serializeGrant } from './account-serializers';
import { serializeAddOnHistoryEntry } from './add-on-serializers';
import { serializeChange } from './change-serializers';
import { createPageReader, startExport } from './exports';
import { serializeHistoryEntry } from './history-serializers';
import { serializeDismissal } from './notice-serializers';
import { toUnixSeconds } from './serializers';

/**
 * `GET /api/accounts/:external_id/export`: everything kept about an account. The histories are read in pages while the
 * client takes them.
 */
export async function createExportResponse(
  service: Service,
  caller: AppKeyCaller,
  name: string,
  reason: string | null,
): Promise<ApiResponse> {
  const { data, reader } = await getAccountData(service, caller, name, reason);
  const lists = [
    createTextReader(createPageReader(service, reader, listHistory), serializeHistoryEntry),
    createTextReader(createPageReader(service, reader, listAddOnHistory), serializeAddOnHistoryEntry),
    createTextReader(createPageReader(service, reader, listAllChanges), serializeChange),
  ];
  const ends = ['],"optional_features":[', '],"changes":[', ']}}'];
  const readPage = async () => {
    const { text, isLast } = await lists[0]!();
    if (!isLast) return { text, isLast: false };
    lists.shift();
    return { text: text + ends.shift(), isLast: lists.length === 0 };
  };
  const start = JSON.stringify({ success: true, message: '', data: serializeAccountData(data) });
  const first = `${start.slice(0, -'}}'.length)},"history":[`;
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      // The form of the pages needs it.
      'Content-Disposition': `attachment; filename="${data.account.id}.json"`,
    },
    body: await startExport(reader, first, readPage),
  };
}

async function listAllChanges(
  service: Service,
  reader: AccountCaller,
  page: { limit: number; before: string | null },
) {
  const { changes, next } = await listChanges(service, reader, { ...page, isOpen: null });
  return { entries: changes, next };
}

/** Each call of the returned function reads the next page as the text within a JSON array. */
function createTextReader<Entry>(
  readPage: () => Promise<{ entries: Entry[]; isLast: boolean }>,
  serialize: (entry: Entry) => object,
): () => Promise<{ text: string; isLast: boolean }> {
  let separator = '';
  return async () => {
    const { entries, isLast } = await readPage();
    const text = entries.map((entry) => JSON.stringify(serialize(entry))).join();
    const separated = text && separator + text;
    separator = ',';
    return { text: separated, isLast };
  };
}

const pickKey = createSerializer(accountKeySchema.shape);
const pickSession = createSerializer(accountSessionSchema.shape);
const pickIdempotencyKey = createSerializer(idempotencyKeySchema.shape);

function serializeAccountData({
  account,
  users,
  grants,
  keys,
  sessions,
  idempotencyKeys,
  dismissals,
  usage,
}: AccountData): Omit<AccountExport['data'], 'history' | 'optional_features' | 'changes'> {
  return {
    account: serializeAccount(account),
    users: users.map(({ name, userId }) => ({ name: name ?? '', user_id: userId })),
    grants: grants.map(serializeGrant),
    keys: keys.map((key) => pickKey(key)),
    sessions: sessions.map((session) =>
      pickSession(session, { name: session.actorName, user_id: session.actorId }),
    ),
    idempotency_keys: idempotencyKeys.map((record) => pickIdempotencyKey(record)),
    usage: { amounts: usage?.amounts ?? {}, reported_at: toUnixSeconds(usage?.reportedAt ?? null) },
    dismissed_notices: dismissals.map(serializeDismissal),
  };
}
