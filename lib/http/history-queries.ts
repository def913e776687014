import type { AddOnHistory } from '@/lib/contract/add-ons';
import type { History } from '@/lib/contract/history';
import { listAddOnHistory } from '@/lib/domain/add-on-changes';
import type { AccountCaller } from '@/lib/domain/caller';
import { listHistory } from '@/lib/domain/history';
import { localizeAddOnHistory, localizeHistory } from '@/lib/domain/localize-history';
import type { Service } from '@/lib/domain/service';
import { serializeAddOnHistory } from './add-on-serializers';
import { serializeHistory } from './history-serializers';

/** A page of a history. `cursor` is the `next_cursor` of the previous page, `limit` is 100 by default. */
export interface HistoryPageInput {
  limit?: number;
  cursor?: string;
}

type Input = HistoryPageInput & { language: string | null };

/** A page of the history of the account's versions, newest first, with texts in a language (spec 4.4). */
export async function readHistory(service: Service, caller: AccountCaller, input: Input): Promise<History> {
  const history = await listHistory(service, caller, toPage(input));
  return serializeHistory(await localizeHistory(service, caller.app.id, input.language, history));
}

/** The same of the changes of its add-ons. */
export async function readAddOnHistory(
  service: Service,
  caller: AccountCaller,
  input: Input,
): Promise<AddOnHistory> {
  const history = await listAddOnHistory(service, caller, toPage(input));
  return serializeAddOnHistory(await localizeAddOnHistory(service, caller.app.id, input.language, history));
}

const toPage = ({ limit = 100, cursor }: HistoryPageInput) => ({
  limit,
  before: cursor === undefined ? null : Number(cursor),
});
