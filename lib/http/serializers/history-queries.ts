import type { AddOnHistory } from '@/lib/contract/add-ons';
import type { History } from '@/lib/contract/history';
import type { AccountCaller } from '@/lib/domain/caller';
import { listAddOnHistory } from '@/lib/domain/history/add-on-changes';
import { listHistory } from '@/lib/domain/history/history';
import { localizeAddOnHistory, localizeHistory } from '@/lib/domain/history/localize-history';
import type { Service } from '@/lib/domain/service';
import { serializeAddOnHistory } from './add-on-serializers';
import { serializeHistory } from './history-serializers';

/** A page of a history, which continues below the sequence `before`. */
interface HistoryInput {
  language: string | null;
  /** The default is 100. */
  limit?: number | undefined;
  before?: number | null;
}

/** A page of the history of the account's versions, newest first, with texts in a language (spec 4.4). */
export async function readHistory(
  service: Service,
  caller: AccountCaller,
  { language, limit = 100, before = null }: HistoryInput,
): Promise<History> {
  const history = await listHistory(service, caller, { limit, before });
  return serializeHistory(await localizeHistory(service, caller.app.id, language, history));
}

/** A page of the history of the account's add-ons, as above. */
export async function readAddOnHistory(
  service: Service,
  caller: AccountCaller,
  { language, limit = 100, before = null }: HistoryInput,
): Promise<AddOnHistory> {
  const history = await listAddOnHistory(service, caller, { limit, before });
  return serializeAddOnHistory(await localizeAddOnHistory(service, caller.app.id, language, history));
}
