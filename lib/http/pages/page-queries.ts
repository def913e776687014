import type { AccountChangeList } from '@/lib/contract/account-changes';
import type { CurrentUser } from '@/lib/contract/current-user';
import type { CurrentPlan } from '@/lib/contract/history';
import type { VersionList } from '@/lib/contract/versions';
import { listDemoUsers } from '@/lib/domain/access/demo-users';
import { getSetupState } from '@/lib/domain/access/first-app';
import { findStaffSignIn } from '@/lib/domain/access/staff-sign-in-settings';
import { type AppCaller, type Caller, requireAccount, requireApp } from '@/lib/domain/caller';
import { formatBrandStyle } from '@/lib/domain/catalog/brand';
import { type CatalogView, getCatalogView, withEarlierVersions } from '@/lib/domain/catalog/catalog-view';
import { getLocalizedCatalog } from '@/lib/domain/catalog/localize-catalog';
import { listChanges } from '@/lib/domain/changes/waiting-changes';
import { listNotices } from '@/lib/domain/notices/notices';
import type { Service } from '@/lib/domain/service';
import { listAccountAddOns } from '@/lib/domain/subscription/list-add-ons';
import { hasAddOns, listVersions } from '@/lib/domain/subscription/list-versions';
import { findRenewal } from '@/lib/domain/subscription/renewals';
import { listFits } from '@/lib/domain/usage/list-fits';
import { resolveTimeZone } from '@/lib/format/time-zone';
import { findNextPrices } from '@/lib/pricing/next-prices';
import { templateHeader } from '@/lib/server/pages/page-worker-protocol.mjs';
import { getConfig } from '@/lib/server/process/config';
import { getService } from '@/lib/server/process/runtime';
import { authenticatePage } from '../pipeline/authenticate';
import { findLanguage } from '../pipeline/find-language';
import { serializeAddOns } from '../serializers/add-on-serializers';
import { serializeChanges } from '../serializers/change-serializers';
import { readAddOnHistory, readHistory } from '../serializers/history-queries';
import { serializeNotices } from '../serializers/notice-serializers';
import { serializeApp, serializeFits, serializeVersionList, toUnixSeconds } from '../serializers/serializers';
import { createPlaceholders, type PageValues, readPageValues } from './account-values';
import { openAccountPage, parsePageLists } from './page-state';
import { createStaffQueries } from './staff-queries';

const noChanges = { changes: [], next: null };

/**
 * The queries of a page, run in process for the session of a request's headers, and for staff for an account. Results have the
 * shapes of the API. Throws 404 for an unknown account, and 503 if the database is unavailable.
 */
export async function openPageQueries(headers: Headers, accountName: string | null = null) {
  const caller = await authenticatePage(headers, accountName);
  const service = getService();
  const { guard } = service.health;
  const { app } = caller;
  const language = app && findLanguage({ ...caller, app }, undefined, headers);
  const lists = headers.get(templateHeader);
  const shared =
    lists === null ? null : await openShared(service, requireAccount(caller), { lists, language });
  const values = shared ? shared.placeholders : readPageValues(caller);
  const localized = app && (await getLocalizedApp(service, app, language));
  const account = () => {
    // What these queries read is not in the key of a shared page.
    if (shared) throw new Error('A shared page can not read more of an account.');
    return requireAccount(caller);
  };
  // That of an account with usage is read from the database.
  let view: Promise<CatalogView> | undefined;
  const getView = () => {
    view ??= shared
      ? Promise.resolve(shared.view)
      : guard(getCatalogView(service, requireApp(caller), language));
    return view;
  };
  // The metadata of a page uses the same list as the page.
  let versionList: Promise<VersionList> | undefined;
  const loadVersionList = async () =>
    serializeVersionList(listVersions(await getView(), await guard(withEarlierVersions(service, caller))), {
      matrix: true,
    });
  const getVersionList = () => {
    versionList ??= loadVersionList();
    return versionList;
  };
  const getCurrentPlan = async (): Promise<CurrentPlan | null> => {
    const opened = await getView();
    const id = opened.state.current?.versionId;
    const { planSince } = values;
    if (id === undefined || planSince === null) return null;
    return { id, plan_since: planSince, follows_at: toUnixSeconds(findRenewal(opened)?.at ?? null) };
  };
  // The layout and the page use the same.
  let openChanges: Promise<AccountChangeList> | undefined;
  const loadChanges = async (isOpen: boolean | null) => {
    const all = { before: null, isOpen, limit: 100 };
    return serializeChanges(await guard(listChanges(service, account(), all, language)));
  };
  return {
    currentUser: toCurrentUser(caller, values),
    /** It is null if the host name belongs to no app. */
    app: localized && serializeApp(localized),
    /** The logo of the app, and the style sheet with its accent and font. */
    brand: { logo: caller.app?.brandLogo ?? null, style: caller.app && formatBrandStyle(caller.app) },
    /** Where the days of the app's promises begin and end. */
    timeZone: resolveTimeZone(caller.app?.timeZone) ?? 'UTC',
    /** Where the page leads back to. */
    returnUrl: caller.returnUrl ?? caller.app?.homeUrl ?? null,
    /** The newest entries of the histories of the account. */
    newestIds: { version: values.newestVersion, option: values.newestOption },
    /** When the queries are run, in Unix milliseconds. */
    renderedAt: values.renderedAt,
    /** Language of the session, a BCP 47 tag. */
    locale: caller.locale ?? null,
    listVersions: getVersionList,
    /** How the plans hold what the account uses, or null without an account or a report of its usage. */
    getUsageFit: async () => {
      const fits = listFits(await getView(), caller);
      return fits && serializeFits(fits);
    },
    /** Of the newest entry of the history, which browsers read later. It is null without a plan. */
    getCurrentPlan,
    /** What the account's version costs later. */
    listNextPrices: async () => {
      const [{ data }, plan] = await Promise.all([getVersionList(), getCurrentPlan()]);
      return findNextPrices(data.versions, plan?.follows_at ?? null);
    },
    /** `optional_features_available` of the list. It is false without an app. */
    hasAddOns: async () => caller.app !== null && hasAddOns(await getView(), caller),
    /** Newest first. */
    listHistory: async (limit?: number) => {
      if (shared?.histories && limit === shared.historyRows) return shared.histories.plans;
      return guard(readHistory(service, account(), { language, limit }));
    },
    /** What the provider changed for the account, newest first. */
    listNotices: async () => {
      if (shared) return shared.notices;
      return serializeNotices(account(), await guard(listNotices(service, account(), language)));
    },
    /** What waits for a date, an owner or the provider, newest first. */
    listOpenChanges: () => {
      if (shared) return Promise.resolve(shared.changes);
      openChanges ??=
        caller.state.changes.length === 0 ? Promise.resolve(serializeChanges(noChanges)) : loadChanges(true);
      return openChanges;
    },
    /** With those that have ended. Newest first. */
    listChanges: () => loadChanges(null),
    listAddOns: async () => serializeAddOns(listAccountAddOns(await getView(), caller)),
    /** Newest first. */
    listAddOnHistory: async () => {
      if (shared?.histories) return shared.histories.addOns;
      return guard(readAddOnHistory(service, account(), { language }));
    },
    ...createStaffQueries(service, caller, { headers, account, getView }),
    /** Whether the first app can be created with a set-up link. */
    getSetupState: (link: string) => guard(getSetupState(service, link)),
    /** Whether staff of the app sign in with OpenID Connect. */
    hasStaffSignIn: async () =>
      caller.app !== null && (await guard(findStaffSignIn(service, caller.app.id))) !== null,
    /** It is null outside the demo. */
    listDemoUsers: async () =>
      getConfig().demo && caller.app ? guard(listDemoUsers(service, caller.app)) : null,
  };
}

/** An app with its title and units in a language. If they can't be read, a page shows that error itself. */
async function getLocalizedApp(service: Service, app: AppCaller['app'], language: string | null) {
  if (language === null) return app;
  const reading = service.health.guard(getLocalizedCatalog(service, app, language));
  return reading.then(
    (catalog) => catalog.app,
    () => app,
  );
}

/** What a page for all accounts in the state of one shows, with placeholders for what differs between them. */
async function openShared(
  service: Service,
  caller: ReturnType<typeof requireAccount>,
  { lists, language }: { lists: string; language: string | null },
) {
  const page = await service.health.guard(
    openAccountPage(service, caller, { lists: parsePageLists(lists), language }),
  );
  return { ...page, placeholders: createPlaceholders(page.key, page.values) };
}

function toCurrentUser(
  { role }: Caller,
  { name, accountId: id, accountTitle: title }: PageValues,
): CurrentUser {
  const account = id === null || title === null ? null : { id, title };
  return { role, name, account, demo: getConfig().demo };
}
