import { type HistoryEntry, type HistoryQuery, historyLimit } from '@/lib/contract/history';
import type { AccountCaller } from '@/lib/versions/caller';
import { readHistory, readHistoryAt } from '@/lib/versions/read-history';
import type { Service } from '@/lib/versions/service';
import { type Answer, jsonText } from './answer';
import { historyJson, presentEntry } from './present/history';
import { historyCsv } from './present/history-csv';

/** The history as JSON a page at a time, as of a moment, or whole as CSV (spec 4.4). */
export async function answerHistory(
  service: Service,
  caller: AccountCaller,
  query: HistoryQuery,
  headers: Headers,
): Promise<Answer> {
  const wantsCsv = query.format === 'csv' || prefersCsv(headers.get('accept'));
  if (query.at !== undefined) {
    // A whole second is asked for, and answers carry whole seconds: what began within it counts.
    const endOfSecond = new Date(query.at * 1000 + 999);
    const page = await readHistoryAt(service, caller, endOfSecond);
    return wantsCsv ? csv(page.records.map(presentEntry)) : jsonText(historyJson(page));
  }
  if (wantsCsv) return csv(await readAll(service, caller));
  const before = query.cursor ?? null;
  const limit = query.limit ?? historyLimit;
  return jsonText(historyJson(await readHistory(service, caller, { limit, before })));
}

async function readAll(service: Service, caller: AccountCaller): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  let before: number | null = null;
  do {
    const page = await readHistory(service, caller, { limit: historyLimit, before });
    entries.push(...page.records.map(presentEntry));
    before = page.next;
  } while (before !== null);
  return entries;
}

function csv(entries: HistoryEntry[]): Answer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="plan-history.csv"',
    },
    body: historyCsv(entries),
  };
}

function prefersCsv(accept: string | null): boolean {
  return accept !== null && /^\s*text\/csv\b/i.test(accept);
}
