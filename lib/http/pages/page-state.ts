import { createHash } from 'node:crypto';
import type { AccountChangeList } from '@/lib/contract/account-changes';
import type { AddOnHistory } from '@/lib/contract/add-ons';
import type { History } from '@/lib/contract/history';
import type { NoticeList } from '@/lib/contract/notices';
import { identifyCaller, refreshVisitorApp } from '@/lib/domain/access/identify-caller';
import type { AccountCaller, AppCaller, Caller } from '@/lib/domain/caller';
import { type CatalogView, getCatalogView } from '@/lib/domain/catalog/catalog-view';
import { peekLocalizedCatalog } from '@/lib/domain/catalog/localize-catalog';
import { listChanges } from '@/lib/domain/changes/waiting-changes';
import { listNotices } from '@/lib/domain/notices/notices';
import { type Service, tryCached } from '@/lib/domain/service';
import { toApiError } from '@/lib/domain/to-api-error';
import { getService } from '@/lib/server/process/runtime';
import {
  authenticatePage,
  getEmbeddedApp,
  type RequestHeaders,
  readCredentials,
} from '../pipeline/authenticate';
import { findLanguage } from '../pipeline/find-language';
import { catalogNumber } from '../pipeline/response-cache';
import { serializeChanges } from '../serializers/change-serializers';
import { readAddOnHistory, readHistory } from '../serializers/history-queries';
import { serializeNotices } from '../serializers/notice-serializers';
import { type PageValues, readPageValues } from './account-values';

/** What a page is made of, besides its URL and the preferences of the user. */
export interface PageState {
  /** Pages with the same key are the same, but for the values. */
  key: string;
  app: AppCaller['app'];
  /** The values of the account. They are null for a visitor, whose page has none. */
  values: PageValues | null;
  /** The state of an account has the language of the session, a BCP 47 tag. */
  locale?: string | null | undefined;
  /** The state of an account has the lists that were read for the key, as `parsePageLists` reads them. */
  lists?: string;
}

/** The state of a visitor's page from the cache alone, or null. */
export function peekVisitorState(headers: RequestHeaders): PageState | null {
  const found = tryCached(getService(), (source) => {
    const { app, ...others } = identifyCaller(source, readVisitorCredentials(headers));
    if (!app) return null;
    const language = findLanguage({ ...others, app }, undefined, headers);
    return toVisitorState(app, getCatalogView(source, { ...others, app }, language).catalog);
  });
  return found ?? null;
}

/** Keeps what `peekVisitorState` has found in the cache while it is used. */
export function refreshVisitor(headers: RequestHeaders): void {
  refreshVisitorApp(getService(), readVisitorCredentials(headers));
}

/**
 * Like `peekVisitorState`, but reads what is not in the cache. It is null without an app, or if its catalog is not in the cache
 * then.
 */
export async function loadVisitorState(headers: RequestHeaders): Promise<PageState | null> {
  const known = peekVisitorState(headers);
  if (known) return known;
  const service = getService();
  const { guard } = service.health;
  const { app, ...others } = await guard(identifyCaller(service, readVisitorCredentials(headers)));
  if (!app) return null;
  const language = findLanguage({ ...others, app }, undefined, headers);
  const { catalog } = await guard(getCatalogView(service, { ...others, app }, language));
  // The app itself is not cached if another one has changed while it was read.
  return peekLocalizedCatalog(service, app, language) === catalog ? toVisitorState(app, catalog) : null;
}

/** Whether the database is not available. */
export function isUnavailable(error: unknown): boolean {
  return toApiError(error).code === 'service_unavailable';
}

/** A changed catalog is a new object, with another number. */
function toVisitorState(app: AppCaller['app'], catalog: CatalogView['catalog']): PageState {
  return { key: String(catalogNumber(catalog)), app, values: null };
}

function readVisitorCredentials(headers: RequestHeaders): Parameters<typeof identifyCaller>[1] {
  const embeddedApp = getEmbeddedApp(headers);
  const host = headers.get('host');
  return readCredentials(
    { get: (name) => (name === 'host' ? host : null) },
    embeddedApp === '*' ? null : embeddedApp,
  );
}

/** What a page of an account reads from the database. */
interface PageLists {
  notices: NoticeList;
  /** The open ones. */
  changes: AccountChangeList;
  /** How many of its newest changes of plans the page shows, with all add-ons of the first page, or null if there are none. */
  historyRows: number | null;
}

/** The lists are a header of the request to a page worker. */
const maxListsLength = 16_000;

/**
 * The state of a page of an owner or a member. It is null for others, and for one with more notices and changes than a header
 * takes.
 */
export async function loadAccountState(
  headers: RequestHeaders,
  { historyRows }: Pick<PageLists, 'historyRows'>,
): Promise<PageState | null> {
  const caller = await authenticatePage(headers);
  if (!isPageCaller(caller)) return null;
  const service = getService();
  const { guard } = service.health;
  const language = findLanguage(caller, undefined, headers);
  const lists = await guard(readPageLists(service, caller, { language, historyRows }));
  const header = encodeURIComponent(JSON.stringify(lists));
  if (header.length > maxListsLength) return null;
  const { key, values } = await guard(openAccountPage(service, caller, { lists, language }));
  return { key, app: caller.app, values, locale: caller.locale, lists: header };
}

export function parsePageLists(header: string): PageLists {
  return JSON.parse(decodeURIComponent(header));
}

/** The caller of a page of an account. */
type PageCaller = AccountCaller & Pick<Caller, 'state' | 'returnUrl'>;

/** Whether the pages of a caller can be shared. */
function isPageCaller(caller: Caller): caller is PageCaller & Caller {
  return (caller.role === 'owner' || caller.role === 'member') && caller.account !== null;
}

async function readPageLists(
  service: Service,
  caller: PageCaller,
  { language, historyRows }: { language: string | null } & Pick<PageLists, 'historyRows'>,
): Promise<PageLists> {
  const { app, state } = caller;
  const open = { before: null, isOpen: true, limit: 100 };
  const [notices, changes] = await Promise.all([
    listNotices(service, caller, language),
    state.changes.length === 0 ? { changes: [], next: null } : listChanges(service, caller, open, language),
  ]);
  return { notices: serializeNotices({ app }, notices), changes: serializeChanges(changes), historyRows };
}

/** All that a page shows to an owner or a member. */
interface AccountPage extends PageLists {
  /** A digest of all but the values. */
  key: string;
  values: PageValues;
  view: CatalogView;
  /** It is null for a page without them. */
  histories: { plans: History; addOns: AddOnHistory } | null;
}

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
  const values = readPageValues(caller);
  const { role, app, returnUrl } = caller;
  const hasValues = Object.values(values).map((value) => value && true);
  const shown = [role, app.id, app.catalogRevision, returnUrl, hasValues, describeView(view)];
  const key = createHash('sha256')
    .update(JSON.stringify([shown, language, lists, histories]))
    .digest('hex');
  return { ...lists, key, values, view, histories };
}

/** The view, but for what is in the values, or in no page. The catalog is that of its revision, with the terms. */
function describeView({ catalog, state, usage }: CatalogView) {
  const { current, granted, changes: _, externalId, historySequence, addOnSequence, ...others } = state;
  const { id, sequence, activatedAt, planSince, ...version } = current ?? {};
  return [catalog.app.catalogRevision, version, others, [...granted].sort(), externalId === null, usage];
}
