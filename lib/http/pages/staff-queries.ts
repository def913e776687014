import { auditTypes } from '@/lib/contract/audit';
import { ApiError } from '@/lib/contract/errors';
import type { BillingPeriod } from '@/lib/contract/fields';
import { operations } from '@/lib/contract/operations';
import type { Callers, Operation } from '@/lib/contract/operations/operation';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { WebhookDeliveryBody } from '@/lib/contract/webhooks';
import { getRemoval } from '@/lib/domain/accounts/personal-data';
import {
  type AccountCaller,
  type AppCaller,
  type Caller,
  requireApp,
  requireAppManager,
  requireCaller,
  requireProduct,
} from '@/lib/domain/caller';
import type { CatalogView } from '@/lib/domain/catalog/catalog-view';
import {
  findListedEdition,
  getDraftCatalog,
  getEdition,
  getSharedPlans,
} from '@/lib/domain/editions/catalog-editions';
import { listReviewers } from '@/lib/domain/editions/edition-notes';
import { type CatalogPreview, previewCatalog } from '@/lib/domain/editions/preview-catalog';
import { listEntitlements } from '@/lib/domain/entitlements/entitlements';
import type { Service } from '@/lib/domain/service';
import { listAccountDeliveries } from '@/lib/domain/webhooks/webhook-endpoints';
import { getStartOfDay, getStartOfDayAfter } from '@/lib/format/date-time';
import { accessHandlers } from '../handlers/access';
import { accountsHandlers } from '../handlers/accounts';
import { auditHandlers } from '../handlers/audit';
import { changesHandlers } from '../handlers/changes';
import { editionsHandlers } from '../handlers/editions';
import { movesHandlers } from '../handlers/moves';
import { webhooksHandlers } from '../handlers/webhooks';
import { findLanguage } from '../pipeline/find-language';
import type { JsonResponse } from '../pipeline/response';
import { serializeAddOns } from '../serializers/add-on-serializers';
import { serializeEdition, serializeEditionDetails } from '../serializers/edition-serializers';
import { serializeNotices } from '../serializers/notice-serializers';
import {
  serializeAccountFeatures,
  serializeSwitchPreview,
  serializeVersionList,
} from '../serializers/serializers';
import { serializeWebhookDelivery } from '../serializers/webhook-serializers';

/** The handlers of the operations that pages of staff run in process. */
const handlers = {
  ...accessHandlers,
  ...accountsHandlers,
  ...auditHandlers,
  ...changesHandlers,
  ...editionsHandlers,
  ...movesHandlers,
  ...webhooksHandlers,
};

type Handlers = typeof handlers;
type Input<Id extends keyof Handlers> = Pick<Parameters<Handlers[Id]>[0], 'params' | 'query'>;
type Content<Id extends keyof Handlers> =
  Awaited<ReturnType<Handlers[Id]>> extends JsonResponse<infer Body> ? Body : never;

/** Rows of a page of a list. */
const limit = 50;

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

/** A time of a day in Unix seconds. It is undefined for no day, and for one that does not exist. */
function parseDay(day: string, timeZone: string, getTime: typeof getStartOfDay): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? getTime(day, timeZone) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

interface Page {
  headers: Headers;
  /** The account that staff look at. */
  account: () => AccountCaller;
  getView: () => Promise<CatalogView>;
}

/** The queries of pages of staff. Those that `read` an operation respond and throw as it does. */
export function createStaffQueries(service: Service, caller: Caller, { headers, account, getView }: Page) {
  const { guard } = service.health;
  const manager = () => requireAppManager(caller);
  /** The language of a customer with the preferences of the user. */
  const findReaderLanguage = (shown: AppCaller['app']) =>
    findLanguage({ app: shown, via: 'visitor', role: null, locale: caller.locale }, undefined, headers);
  /** The body with which an operation responds to the caller. */
  const read = async <Id extends keyof Handlers>(
    id: Id,
    { params, query = {} }: Partial<Input<Id>> = {},
  ): Promise<Content<Id>> => {
    const operation: Pick<Operation<string, Callers>, 'callers' | 'forbidden'> = operations[id];
    const handler = handlers[id] as unknown as (input: object) => Promise<JsonResponse<Content<Id>>>;
    const allowed = requireCaller(caller, operation.callers, operation.forbidden);
    return (await guard(handler({ service, caller: allowed, params, query, headers }))).content;
  };
  /** The account as parameters of a path. */
  const named = () => ({ external_id: account().account.id });
  return {
    /**
     * The list of the live catalog or a draft for a visitor or an account, with the chosen versions public,
     * and a switch. Throws 404 and 422 for what can't be previewed.
     */
    previewCatalog: async (options: {
      as: string;
      /** It is empty for the live catalog. */
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
    listEditions: ({ cursor }: ListPageInput) => read('listEditions', { query: { limit, ...at(cursor) } }),
    /** The drafts of the newest 100 editions, newest first. */
    listDrafts: async () => {
      const { data } = await read('listEditions');
      return data.flatMap(({ id, number, note, state }) =>
        state === 'draft' || state === 'scheduled' ? { id, number, note } : [],
      );
    },
    /** Without `revenue`, which takes seconds with many accounts. Throws 404. */
    getEdition: async (id: string) =>
      serializeEditionDetails(await guard(getEdition(service, manager(), id))),
    /**
     * What changes from one edition to another. The edition is null if the text of one has
     * problems. Throws 404.
     */
    compareEditions: async ({ from, to: id }: { from: string; to: string }) => {
      const comparison = read('getEdition', { params: { id }, query: { compare_to: from } });
      const { data: edition } = await comparison.catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'edition_invalid') return { data: null };
        throw error;
      });
      return { edition };
    },
    /** An edition without its text. It is null for an unknown one. */
    findEdition: async (id: string) => {
      const edition = await guard(findListedEdition(service, manager(), id));
      return edition && serializeEdition(edition);
    },
    listEditionNotes: (id: string) => read('listEditionNotes', { params: { id }, query: { limit: 1000 } }),
    /** Other people who can review an edition. */
    listReviewers: async () =>
      (await guard(listReviewers(service, manager()))).map(({ name, userId }) => ({ name, user_id: userId })),
    /** The plans of a draft, for anyone with its share link. It is null for a link that is not valid. */
    getSharedPlans: async (secret: string) => {
      const listing = await guard(
        getSharedPlans(service, requireApp(caller).app, secret, findReaderLanguage),
      );
      return listing && serializeVersionList(listing, { matrix: true }).data;
    },
    listWebhookEndpoints: () => read('listWebhookEndpoints'),
    listWebhookDeliveries: async (
      id: string,
      {
        state,
        cursor,
        limit: rows,
      }: { state: WebhookDeliveryBody['state'] | 'all'; limit: number } & ListPageInput,
    ) => {
      const query = { ...(state !== 'all' && { state }), limit: rows, ...at(cursor) };
      return read('listWebhookDeliveries', { params: { id }, query });
    },
    listMoves: (rows: number) => read('listMoves', { query: { limit: rows } }),
    /** All versions, also retired ones, by tag. */
    listCatalogVersions: async () => {
      requireProduct(caller);
      const { versions } = (await getView()).catalog;
      return versions.map(({ id, title, tag, active }) => ({ id, title, tag, active }));
    },
    listRequests: async ({ cursor, waits }: RequestsPage) =>
      read('listRequests', { query: { limit, ...(waits && { waits_for: waits }), ...at(cursor) } }),
    listAccounts: async ({ search, cursor }: ListPageInput & { search: string }) =>
      read('listAccounts', { query: { limit, search: search.trim() || undefined, ...at(cursor) } }),
    getAccount: async () => (await read('getAccount', { params: named() })).data,
    /** The features that the account has. */
    listFeatures: async () => {
      const view = await getView();
      return serializeAccountFeatures(listEntitlements(view), { limit: 1000 }, view);
    },
    /** Who has access to the account. The first 100. */
    listAccess: async () => {
      const params = named();
      const sessions = await read('listAccountSessions', { params });
      return { sessions, keys: await read('listAccountKeys', { params }) };
    },
    /** What is granted to the account, and the request to remove its personal data. */
    listExceptions: async () => {
      const { app, account: own } = account();
      const { data: grants } = await read('listGrants', { params: named(), query: { limit: 1000 } });
      const removal = await guard(getRemoval(service, { app, account: own }));
      const { versions } = (await getView()).catalog;
      return {
        grants,
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
    /** What was agreed with the account, and whether the user can change it. */
    getTerms: async () => {
      const { app, role } = account();
      const { data } = await read('getTerms', { params: named() });
      return { ...data, canSetTerms: role === 'product' || app.supportSetsTerms };
    },
    /** The newest deliveries of the account's events. */
    listAccountDeliveries: async () => {
      const { app, account: own } = account();
      requireAppManager(caller, ['support', 'product']);
      const deliveries = await guard(listAccountDeliveries(service, { app, account: own }));
      return deliveries.map((delivery) => ({ ...serializeWebhookDelivery(delivery), url: delivery.url }));
    },
    listAudit: async ({ type, account: name, cursor, timeZone, ...shown }: AuditPageInput) => {
      const query = {
        type: auditTypes.find((each) => each === type),
        account_id: name.trim() || undefined,
        actor: shown.actor.trim() || undefined,
        search: shown.search.trim() || undefined,
        since: parseDay(shown.from, timeZone, getStartOfDay),
        until: parseDay(shown.to, timeZone, getStartOfDayAfter),
        sign_in_links: shown.links,
      };
      return read('listAudit', { query: { ...query, limit, ...at(cursor) } });
    },
  };
}

/** The cursor of a page of a list as a parameter. */
function at(cursor: string): { cursor?: string } {
  return cursor === '' ? {} : { cursor };
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
