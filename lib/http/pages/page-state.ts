import { createHash } from 'node:crypto';
import type { AccountChangeList } from '@/lib/contract/account-changes';
import type { AddOnHistory } from '@/lib/contract/add-ons';
import type { History } from '@/lib/contract/history';
import type { NoticeList } from '@/lib/contract/notices';
import type { AccountCaller, Caller } from '@/lib/domain/caller';
import { type CatalogView, getCatalogView } from '@/lib/domain/catalog-view';
import { listNotices } from '@/lib/domain/notices';
import type { Service } from '@/lib/domain/service';
import { listChanges } from '@/lib/domain/waiting-changes';
import { serializeChanges } from '../change-serializers';
import { readAddOnHistory, readHistory } from '../history-queries';
import { serializeNotices } from '../notice-serializers';
import { toUnixSeconds } from '../serializers';

/** The caller of a page of an account. */
export type PageCaller = AccountCaller & Pick<Caller, 'state' | 'returnUrl'>;

/** Whether the pages of a caller can be shared. */
export function isPageCaller(caller: Caller): caller is PageCaller & Caller {
  return (caller.role === 'owner' || caller.role === 'member') && caller.account !== null;
}

/**
 * What differs between the pages of two accounts in the same state. A page has each of them as it is, so that it can be
 * replaced (`page-template.ts`).
 */
export interface PageValues {
  name: string | null;
  account: { id: string; title: string };
  /** When the plan began, in Unix seconds. Null if that is not known. */
  planSince: number | null;
  /** The IDs of the newest entries of the histories. Null without one. */
  newest: { version: string | null; option: string | null };
  /** When the page was rendered, in Unix milliseconds. */
  renderedAt: number;
}

/** What a page of an account reads from the database. */
export interface PageLists {
  notices: NoticeList;
  /** The open ones. */
  changes: AccountChangeList;
  /** How many of its newest changes of plans the page shows, with all add-ons of the first page. Null for none. */
  historyRows: number | null;
}

/** All that a page shows to an owner or a member, besides the values. */
export interface AccountPage extends PageLists {
  /** A digest: pages with the same are the same, but for the values. */
  key: string;
  view: CatalogView;
  /** Null for a page without them. */
  histories: { plans: History; addOns: AddOnHistory } | null;
}

export async function readPageLists(
  service: Service,
  caller: PageCaller,
  { language, historyRows }: { language: string | null } & Pick<PageLists, 'historyRows'>,
): Promise<PageLists> {
  const { app, state } = caller;
  const hasChanges = state.changes.length > 0;
  const open = { before: null, isOpen: true, limit: 100 };
  const [notices, changes] = await Promise.all([
    listNotices(service, caller, language),
    hasChanges ? listChanges(service, caller, open, language) : noChanges,
  ]);
  return { notices: serializeNotices({ app }, notices), changes: serializeChanges(changes), historyRows };
}

/** For a header of the request to a page worker. */
export function formatPageLists(lists: PageLists): string {
  return encodeURIComponent(JSON.stringify(lists));
}

export function parsePageLists(header: string): PageLists {
  return JSON.parse(decodeURIComponent(header));
}

const noChanges = { changes: [], next: null };

/** What a page shows to a caller in a language, with lists that were read before. */
export async function openAccountPage(
  service: Service,
  caller: PageCaller,
  { lists, language }: { lists: PageLists; language: string | null },
): Promise<AccountPage> {
  const { historyRows: limit } = lists;
  const [view, plans, addOns] = await Promise.all([
    getCatalogView(service, caller, language),
    limit === null ? null : readHistory(service, caller, { language, limit }),
    limit === null ? null : readAddOnHistory(service, caller, { language }),
  ]);
  const histories = plans && addOns && { plans, addOns };
  const key = createHash('sha256')
    .update(JSON.stringify([describeCaller(caller), describeView(view), language, lists, histories]))
    .digest('hex');
  return { ...lists, key, view, histories };
}

export function getPageValues({ actor, account, state }: PageCaller): PageValues {
  return {
    name: actor.name,
    account: { id: account.id, title: account.title },
    planSince: getPlanSince(state),
    newest: getNewestIds(state),
    renderedAt: Date.now(),
  };
}

/** When the account came to its plan, in Unix seconds. */
export function getPlanSince({ current }: Caller['state']): number | null {
  return current && toUnixSeconds(current.planSince);
}

/** The IDs of the newest entries of both histories. */
export function getNewestIds({ current, addOnStates }: Caller['state']): PageValues['newest'] {
  const newest = addOnStates.reduce<(typeof addOnStates)[number] | null>(
    (last, each) => (last && last.sequence > each.sequence ? last : each),
    null,
  );
  return { version: current?.id ?? null, option: newest?.id ?? null };
}

/** What of the caller is in the page, and whether the page has each of the values. */
function describeCaller(caller: PageCaller) {
  const { role, app, returnUrl } = caller;
  const { name, account, planSince, newest } = getPageValues(caller);
  const has = [name, account.title].map((text) => text && true);
  return [role, app.id, app.catalogRevision, returnUrl, has, planSince === null, newest.option === null];
}

/** The view, but for what is in the values. The catalog is that of its revision, with the terms. */
function describeView({ catalog, state, usage }: CatalogView) {
  const { current, granted, changes: _, externalId, historySequence, addOnSequence, ...others } = state;
  const { id, sequence, activatedAt, planSince: _since, ...version } = current ?? {};
  return [catalog.app.catalogRevision, version, others, [...granted].sort(), externalId === null, usage];
}
