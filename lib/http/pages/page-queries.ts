import type { AccountChangeList } from '@/lib/contract/account-changes';
import { auditTypes } from '@/lib/contract/audit';
import type { CurrentUser } from '@/lib/contract/current-user';
import { ApiError } from '@/lib/contract/errors';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { CurrentPlan } from '@/lib/contract/history';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { VersionList } from '@/lib/contract/versions';
import type { WebhookDeliveryBody } from '@/lib/contract/webhooks';
import { listKeysOfAccount } from '@/lib/domain/access/account-keys';
import {
  type AppCaller,
  type Caller,
  requireAccount,
  requireApp,
  requireAppManager,
  requireProduct,
} from '@/lib/domain/access/caller';
import { listDemoUsers } from '@/lib/domain/access/demo-users';
import { getSetupState } from '@/lib/domain/access/first-app';
import { listSessionsOfAccount } from '@/lib/domain/access/portal-sessions';
import { findStaffSignIn } from '@/lib/domain/access/staff-sign-in-settings';
import { getTerms } from '@/lib/domain/accounts/account-terms';
import { getOwnAccount, listAccounts } from '@/lib/domain/accounts/accounts';
import { getRemoval } from '@/lib/domain/accounts/personal-data';
import { listGrants } from '@/lib/domain/accounts/version-grants';
import { listAudit } from '@/lib/domain/audit/audit';
import { formatBrandStyle } from '@/lib/domain/catalog/brand';
import { type CatalogView, getCatalogView, withEarlierVersions } from '@/lib/domain/catalog/catalog-view';
import { listAccountAddOns } from '@/lib/domain/catalog/list-add-ons';
import { hasAddOns, listVersions } from '@/lib/domain/catalog/list-versions';
import { getLocalizedCatalog } from '@/lib/domain/catalog/localize-catalog';
import { listChanges, listRequests } from '@/lib/domain/changes/waiting-changes';
import {
  compareEditions,
  findListedEdition,
  getDraftCatalog,
  getEdition,
  getSharedPlans,
  listEditions,
} from '@/lib/domain/editions/catalog-editions';
import { listEditionNotes, listReviewers } from '@/lib/domain/editions/edition-notes';
import { type CatalogPreview, previewCatalog } from '@/lib/domain/editions/preview-catalog';
import { findRenewal } from '@/lib/domain/editions/renewals';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import { listMoves } from '@/lib/domain/moves/moves';
import { listNotices } from '@/lib/domain/notices/notices';
import type { Service } from '@/lib/domain/service';
import { previewSwitch } from '@/lib/domain/subscription/switch-version';
import { listFits } from '@/lib/domain/usage/list-fits';
import {
  listAccountDeliveries,
  listWebhookDeliveries,
  listWebhookEndpoints,
} from '@/lib/domain/webhooks/webhook-endpoints';
import { getStartOfDay, getStartOfDayAfter } from '@/lib/format/date-time';
import { resolveTimeZone } from '@/lib/format/time-zone';
import { findNextPrices } from '@/lib/pricing/next-prices';
import { templateHeader } from '@/lib/server/pages/page-worker-protocol.mjs';
import { getConfig } from '@/lib/server/process/config';
import { getService } from '@/lib/server/process/runtime';
import { authenticatePage } from '../pipeline/authenticate';
import { findLanguage } from '../pipeline/find-language';
import {
  parseAccountCursor,
  serializeAccount,
  serializeAccounts,
  serializeAgreedTerms,
  serializeGrant,
  serializeKeys,
  serializeSessions,
} from '../serializers/account-serializers';
import { serializeAddOns } from '../serializers/add-on-serializers';
import { serializeAudit } from '../serializers/audit-serializers';
import { serializeChanges, serializeMoves, serializeRequests } from '../serializers/change-serializers';
import {
  serializeEdition,
  serializeEditionDetails,
  serializeEditionNotes,
  serializeEditions,
} from '../serializers/edition-serializers';
import { readAddOnHistory, readHistory } from '../serializers/history-queries';
import { serializeNotices } from '../serializers/notice-serializers';
import {
  serializeAccountFeatures,
  serializeApp,
  serializeFits,
  serializeSwitchPreview,
  serializeVersionList,
  toUnixSeconds,
} from '../serializers/serializers';
import {
  serializeWebhookDeliveries,
  serializeWebhookDelivery,
  serializeWebhookEndpoints,
} from '../serializers/webhook-serializers';
import { createPlaceholders, type PageValues, readPageValues } from './account-values';
import { openAccountPage, parsePageLists } from './page-state';

const noChanges = { changes: [], next: null };

/** Rows of a page of a list. */
const pageSize = 50;

/** A page of a list. Its cursor is empty for the first one. */
interface ListPageInput {
  cursor: string;
}

interface RequestsPage extends ListPageInput {
  waits: '' | 'owner' | 'host';
}

interface AuditPageInput extends ListPageInput {
  type: string;
  account: string;
  actor: string;
  search: string;
  /** Days in the time zone of the reader, or empty. */
  from: string;
  to: string;
  timeZone: string;
  links: boolean;
}

/** A time of a day in Unix milliseconds. Null for no day, and for one that does not exist. */
function parseDay(day: string, timeZone: string, getTime: typeof getStartOfDay): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? getTime(day, timeZone) : Number.NaN;
  return Number.isNaN(at) ? null : at * 1000;
}

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
  /** That of a customer with the preferences of the user. */
  const findReaderLanguage = (shown: AppCaller['app']) =>
    findLanguage({ app: shown, via: 'visitor', role: null, locale: caller.locale }, undefined, headers);
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
  const manager = () => requireAppManager(caller);
  const staff = () => requireAppManager(caller, ['support', 'product']);
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
    /** Null if the host name belongs to no app. */
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
    /** How the plans hold what the account uses. Null without an account or a report of its usage. */
    getUsageFit: async () => {
      const fits = listFits(await getView(), caller);
      return fits && serializeFits(fits);
    },
    /** Of the newest entry of the history, which browsers read later. Null without a plan. */
    getCurrentPlan,
    /** What the account's version costs later. */
    listNextPrices: async () => {
      const [{ data }, plan] = await Promise.all([getVersionList(), getCurrentPlan()]);
      return findNextPrices(data.versions, plan?.follows_at ?? null);
    },
    /** `optional_features_available` of the list. False without an app. */
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
    previewSwitch: async (
      versionId: string,
      options?: { billingPeriod?: BillingPeriod | null; users?: number },
    ) => serializeSwitchPreview(await guard(previewSwitch(service, account(), versionId, options))),
    listAddOns: async () => serializeAddOns(listAccountAddOns(await getView(), caller)),
    /** Newest first. */
    listAddOnHistory: async () => {
      if (shared?.histories) return shared.histories.addOns;
      return guard(readAddOnHistory(service, account(), { language }));
    },
    /**
     * For the product role: the list of the live catalog or a draft for a visitor or an account, with the chosen versions public,
     * and a switch. Throws 404 and 422 for what can't be previewed.
     */
    previewCatalog: async (options: {
      as: string;
      /** Empty for the live catalog. */
      edition: string;
      show: string[];
      switch: string | null;
      period: BillingPeriod | null;
    }) => {
      const { as, edition, show, switch: switchTo, period: billingPeriod } = options;
      const product = requireProduct(caller);
      const draft = edition === '' ? null : await guard(getDraftCatalog(service, product, edition));
      const shown = { draft, show, switchTo, billingPeriod, findLanguage: findReaderLanguage };
      const input = { accountId: as === 'visitor' ? null : as, ...shown };
      return serializeProductPreview(await guard(previewCatalog(service, product, input)));
    },
    /** For the product role: the editions of the price list, newest first. */
    listEditions: async ({ cursor }: ListPageInput) =>
      serializeEditions(
        await guard(listEditions(service, manager(), { limit: pageSize, cursor: cursor || null })),
      ),
    /** For the product role: the drafts of the newest 100 editions, newest first. */
    listDrafts: async () => {
      const { editions } = await guard(listEditions(service, manager(), { limit: 100, cursor: null }));
      return editions.flatMap(({ id, number, note, state }) =>
        state === 'draft' || state === 'scheduled' ? { id, number, note } : [],
      );
    },
    /** For the product role, without `revenue`, which takes seconds with many accounts. Throws 404. */
    getEdition: async (id: string) =>
      serializeEditionDetails(await guard(getEdition(service, manager(), id))),
    /**
     * For the product role: what changes from one edition to another. The edition is null if the text of one has
     * problems. Throws 404.
     */
    compareEditions: async ({ from, to }: { from: string; to: string }) => {
      const comparison = guard(compareEditions(service, manager(), { from, to }));
      const details = await comparison.catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'edition_invalid') return null;
        throw error;
      });
      return { edition: details && serializeEditionDetails(details) };
    },
    /** For the product role: an edition without its text. Null for an unknown one. */
    findEdition: async (id: string) => {
      const edition = await guard(findListedEdition(service, manager(), id));
      return edition && serializeEdition(edition);
    },
    /** For the product role: the newest 1,000 notes of an edition, newest first. Throws 404. */
    listEditionNotes: async (id: string) =>
      serializeEditionNotes(
        await guard(listEditionNotes(service, manager(), id, { before: null, limit: 1000 })),
      ),
    /** For the product role: other people who can review an edition. */
    listReviewers: async () =>
      (await guard(listReviewers(service, manager()))).map(({ name, userId }) => ({ name, user_id: userId })),
    /** The plans of a draft, for anyone with its share link. Null for a link that is not valid. */
    getSharedPlans: async (secret: string) => {
      const listing = await guard(
        getSharedPlans(service, requireApp(caller).app, secret, findReaderLanguage),
      );
      return listing && serializeVersionList(listing, { matrix: true }).data;
    },
    /** For the product role: the webhook endpoints, oldest first. */
    listWebhookEndpoints: async () => {
      const endpoints = await guard(listWebhookEndpoints(service, manager()));
      return serializeWebhookEndpoints(endpoints);
    },
    /** For the product role: deliveries of an endpoint, newest event first. Throws 404. */
    listWebhookDeliveries: async (
      id: string,
      {
        state,
        cursor,
        limit,
      }: { state: WebhookDeliveryBody['state'] | 'all'; cursor: string; limit: number },
    ) => {
      const input = { state: state === 'all' ? null : state, before: cursor || null, limit };
      return serializeWebhookDeliveries(await guard(listWebhookDeliveries(service, manager(), id, input)));
    },
    /** For the product role: moves, newest first. */
    listMoves: async (limit: number) =>
      serializeMoves(await guard(listMoves(service, manager(), { before: null, limit }))),
    /** For the product role: all versions, also retired ones, by tag. */
    listCatalogVersions: async () => {
      requireProduct(caller);
      const { versions } = (await getView()).catalog;
      return versions.map(({ id, title, tag, active }) => ({ id, title, tag, active }));
    },
    /** For staff: what waits for consent in all accounts, newest first. */
    listRequests: async ({ cursor, waits }: RequestsPage) => {
      const input = { before: cursor || null, waitsFor: waits || null, limit: pageSize };
      return serializeRequests(await guard(listRequests(service, staff(), input)));
    },
    /** For staff: accounts of the app. */
    listAccounts: async ({ search, cursor }: ListPageInput & { search: string }) => {
      const filter = { search: search.trim() || null, versionId: null, limit: pageSize };
      const after = cursor === '' ? null : parseAccountCursor(cursor, filter);
      const { accounts, next } = await guard(listAccounts(service, staff(), { ...filter, after }));
      return serializeAccounts(accounts, next);
    },
    getAccount: async () => serializeAccount(await guard(getOwnAccount(service, account()))),
    /** The features that the account has. */
    listFeatures: async () => {
      const view = await getView();
      return serializeAccountFeatures(listEntitlements(view), { limit: 1000 }, view);
    },
    /** For staff: who has access to the account. The first 100. */
    listAccess: async () => {
      const limit = 100;
      const name = account().account.id;
      const sessions = await guard(listSessionsOfAccount(service, staff(), name));
      const keys = await guard(listKeysOfAccount(service, staff(), name));
      return { sessions: serializeSessions(sessions, { limit }), keys: serializeKeys(keys, { limit }) };
    },
    /** For staff: what is granted to the account, and the request to remove its personal data. */
    listExceptions: async () => {
      const { app, account: own } = account();
      const grants = await guard(listGrants(service, staff(), own.id));
      const removal = await guard(getRemoval(service, { app, account: own }));
      const { versions } = (await getView()).catalog;
      return {
        grants: grants.map(serializeGrant),
        grantable: versions
          .filter(({ active, public: isPublic }) => active && !isPublic)
          .filter(({ id }) => !grants.some(({ version }) => version.id === id))
          .map(({ id, title }) => ({ id, title })),
        removal: removal && {
          by: removal.actorName,
          at: Math.floor(removal.occurredAt.getTime() / 1000),
          reason: (removal.data as { reason?: string | null }).reason ?? null,
        },
      };
    },
    /** For staff: what was agreed with the account, and whether the user can change it. */
    getTerms: async () => {
      const { app, account: own, role, state } = account();
      const manager = staff();
      const agreed = state.terms ? await guard(getTerms(service, manager, own.id)) : null;
      return {
        terms: agreed && serializeAgreedTerms(agreed),
        canSetTerms: role === 'product' || app.supportSetsTerms,
      };
    },
    /** For staff: the newest deliveries of the account's events. */
    listAccountDeliveries: async () => {
      const { app, account: own } = account();
      staff();
      const deliveries = await guard(listAccountDeliveries(service, { app, account: own }));
      return deliveries.map((delivery) => ({ ...serializeWebhookDelivery(delivery), url: delivery.url }));
    },
    /** For staff: the audit of the app. Throws 404 for an unknown account. */
    listAudit: async ({ type, account, cursor, timeZone, ...shown }: AuditPageInput) => {
      const filter = {
        type: auditTypes.find((each) => each === type) ?? null,
        account: account.trim() || null,
        actor: shown.actor.trim() || null,
        search: shown.search.trim() || null,
        since: parseDay(shown.from, timeZone, getStartOfDay),
        until: parseDay(shown.to, timeZone, getStartOfDayAfter),
        signInLinks: shown.links,
      };
      const page = { before: cursor || null, limit: pageSize };
      const { entries, next } = await guard(listAudit(service, staff(), filter, page));
      return serializeAudit(entries, next);
    },
    /** Whether the first app can be created with a set-up link. */
    getSetupState: (link: string) => guard(getSetupState(service, link)),
    /** Whether staff of the app sign in with OpenID Connect. */
    hasStaffSignIn: async () =>
      caller.app !== null && (await guard(findStaffSignIn(service, caller.app.id))) !== null,
    /** Null outside the demo. */
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

function serializeProductPreview(preview: CatalogPreview): ProductPreview {
  return {
    list: serializeVersionList(preview.listing, { matrix: true }),
    options: preview.options && serializeAddOns(preview.options),
    notices: serializeNotices({ app: preview.listing.app }, preview.notices).payload,
    switchPreview: preview.switchPreview && serializeSwitchPreview(preview.switchPreview),
    as: preview.as,
    hidden: preview.hidden.map(({ id, title, tag }) => ({ id, title, tag })),
    checks: preview.checks,
  };
}
