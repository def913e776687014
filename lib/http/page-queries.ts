import type { AddOnHistory, AddOnList } from '@/lib/contract/add-ons';
import type { CurrentUser, DemoSignInOption } from '@/lib/contract/current-user';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { History } from '@/lib/contract/history';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { AppInfo, VersionList } from '@/lib/contract/versions';
import type { WebhookDeliveryBody, WebhookEndpointBody } from '@/lib/contract/webhooks';
import { listAddOnHistory } from '@/lib/domain/add-on-changes';
import {
  type Caller,
  requireAccount,
  requireApp,
  requireAppManager,
  requireProduct,
} from '@/lib/domain/caller';
import { getCatalogView } from '@/lib/domain/catalog-view';
import { listDemoUsers } from '@/lib/domain/demo-users';
import { previewSwitch } from '@/lib/domain/evaluate-switch';
import { listHistory } from '@/lib/domain/history';
import { listAccountAddOns } from '@/lib/domain/list-add-ons';
import { listVersions } from '@/lib/domain/list-versions';
import { type CatalogPreview, previewCatalog } from '@/lib/domain/preview-catalog';
import { listWebhookDeliveries, listWebhookEndpoints } from '@/lib/domain/webhooks/webhook-endpoints';
import { getConfig } from '@/lib/server/config';
import { getService } from '@/lib/server/runtime';
import { serializeAddOnHistory, serializeAddOns } from './add-on-serializers';
import { authenticatePage } from './authenticate';
import { serializeHistory } from './history-serializers';
import { serializeApp, serializeSwitchPreview, serializeVersionList } from './serializers';
import { serializeWebhookDeliveries, serializeWebhookEndpoint, toEnvelope } from './webhook-serializers';

/** The queries of a page, run in process for the user who requested it. Results have the shapes of the API. */
interface PageQueries {
  currentUser: CurrentUser;
  /** Null if the host name belongs to no app. */
  app: AppInfo | null;
  listVersions: () => Promise<VersionList>;
  /** `optional_features_available` of the list. False without an app. */
  hasAddOns: () => Promise<boolean>;
  /** Newest first. `cursor` is the `next_cursor` of the previous page. */
  listHistory: (page?: { limit?: number; cursor?: string }) => Promise<History>;
  previewSwitch: (
    versionId: string,
    options?: { billingPeriod?: BillingPeriod | null; users?: number },
  ) => Promise<SwitchPreview>;
  /** `users` is the number of users that the total is for. */
  listAddOns: (users?: number) => Promise<AddOnList>;
  /** Newest first. `cursor` is the `next_cursor` of the previous page. */
  listAddOnHistory: (page?: { limit?: number; cursor?: string }) => Promise<AddOnHistory>;
  /** For the product role: the list for a visitor or an account, with the chosen versions public, and a switch. */
  previewCatalog: (options: {
    as: string;
    show: string[];
    switch: string | null;
    period: BillingPeriod | null;
  }) => Promise<ProductPreview>;
  /** For the product role: the webhook endpoints, oldest first. */
  listWebhookEndpoints: () => Promise<{ data: WebhookEndpointBody[] }>;
  /** For the product role: deliveries of an endpoint, newest event first. Throws 404. */
  listWebhookDeliveries: (
    id: string,
    page: { state: WebhookDeliveryBody['state'] | null; cursor: string | null; limit: number },
  ) => Promise<{ payload: WebhookDeliveryBody[]; next_cursor?: string }>;
  /** Null outside the demo. */
  listDemoUsers: () => Promise<DemoSignInOption[] | null>;
}

/** The queries for the session of a request's headers. Throws 503 if the database is unavailable. */
export async function openPageQueries(headers: Headers): Promise<PageQueries> {
  const caller = await authenticatePage(headers);
  const service = getService();
  const { guard } = service.health;
  const loadVersionList = async () => {
    const view = await guard(getCatalogView(service, requireApp(caller)));
    return serializeVersionList(listVersions(view, caller), { matrix: true });
  };
  // The metadata of a page uses the same list as the page.
  let versionList: Promise<VersionList> | undefined;
  return {
    currentUser: toCurrentUser(caller),
    app: caller.app && serializeApp(caller.app),
    listVersions: () => {
      versionList ??= loadVersionList();
      return versionList;
    },
    hasAddOns: async () => {
      if (!caller.app) return false;
      const view = await guard(getCatalogView(service, requireApp(caller)));
      return listVersions(view, caller).addOnsAvailable;
    },
    listHistory: async ({ limit = 100, cursor } = {}) => {
      const before = cursor === undefined ? null : Number(cursor);
      return serializeHistory(await guard(listHistory(service, requireAccount(caller), { limit, before })));
    },
    previewSwitch: async (versionId, options) =>
      serializeSwitchPreview(await guard(previewSwitch(service, requireAccount(caller), versionId, options))),
    listAddOns: async (users = 1) => {
      const view = await guard(getCatalogView(service, requireApp(caller)));
      return serializeAddOns(listAccountAddOns(view, caller, users));
    },
    listAddOnHistory: async ({ limit = 100, cursor } = {}) => {
      const before = cursor === undefined ? null : Number(cursor);
      return serializeAddOnHistory(
        await guard(listAddOnHistory(service, requireAccount(caller), { limit, before })),
      );
    },
    previewCatalog: async ({ as, show, switch: switchTo, period: billingPeriod }) => {
      const accountId = as === 'visitor' ? null : as;
      const options = { accountId, show, switchTo, billingPeriod };
      return serializeProductPreview(await guard(previewCatalog(service, requireProduct(caller), options)));
    },
    listWebhookEndpoints: async () => {
      const endpoints = await guard(listWebhookEndpoints(service, requireAppManager(caller)));
      return toEnvelope(endpoints.map(serializeWebhookEndpoint));
    },
    listWebhookDeliveries: async (id, { state, cursor, limit }) => {
      const page = { state, limit, before: cursor };
      return serializeWebhookDeliveries(
        await guard(listWebhookDeliveries(service, requireAppManager(caller), id, page)),
      );
    },
    listDemoUsers: async () =>
      getConfig().demo && caller.app ? guard(listDemoUsers(service, caller.app)) : null,
  };
}

function toCurrentUser({ role, actor, account }: Caller): CurrentUser {
  return { role, name: actor?.name ?? null, account, demo: getConfig().demo };
}

function serializeProductPreview(preview: CatalogPreview): ProductPreview {
  return {
    list: serializeVersionList(preview.listing, { matrix: true }),
    options: preview.options && serializeAddOns(preview.options),
    switchPreview: preview.switchPreview && serializeSwitchPreview(preview.switchPreview),
    as: preview.as,
    accounts: preview.accounts,
    hidden: preview.hidden.map(({ id, title, tag }) => ({ id, title, tag })),
    checks: preview.checks,
  };
}
