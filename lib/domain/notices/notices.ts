import { getCachedSnapshots } from '@/lib/cache/cached-queries';
import { ApiError } from '@/lib/contract/errors';
import type { Account } from '@/lib/db/accounts';
import { limitReads } from '@/lib/db/connection/limit-connections';
import { readTenant, withTenant } from '@/lib/db/connection/tenant';
import { toStoredActor } from '@/lib/db/history';
import {
  findNoticeDismissal,
  insertNoticeDismissal,
  type NoticeDismissal,
  readNoticeSource,
} from '@/lib/db/notices';
import { type AccountCaller, type AppCaller, type Caller, getChannel } from '../caller';
import { getCatalogView } from '../catalog/catalog-view';
import { showActor } from '../history/actors';
import { readNewestTranslator } from '../history/localize-history';
import type { Service } from '../service';
import { listAddOnNotices } from './add-on-notices';
import { listAnnouncedNotices, listRenewalNotices } from './announcements';
import type { Notice } from './notice';
import { findPlanNotice, findReplacementNotice } from './plan-notices';

export type { Notice, NoticeDismissal };

/** What was not dismissed, newest first, with texts in a language. Null is the language of the price list. */
export async function listNotices(
  service: Service,
  caller: AppCaller & { account: Account },
  language: string | null = null,
): Promise<Notice[]> {
  const view = await getCatalogView(service, caller);
  const { app, account } = caller;
  const source = await limitReads(service.pool, app.id, () =>
    readNoticeSource(service.pool, { appId: app.id, accountId: account.id }),
  );
  if (!source) return [];
  const input = { ...source, ...view };
  const digests = [
    ...source.rows.map(({ digest }) => digest),
    ...source.versionChanges.flatMap(({ digest, previousDigest }) => [digest, previousDigest ?? digest]),
  ];
  const getSnapshot = await getCachedSnapshots(service, app.id, new Set(digests));
  const notices = [
    ...findPlanNotice(input, getSnapshot),
    ...findReplacementNotice(input, caller, getSnapshot),
    ...listAddOnNotices(input),
    ...listAnnouncedNotices(input),
    ...listRenewalNotices(input),
  ].toSorted((a, b) => b.recordedAt - a.recordedAt);
  return localizeNotices(service, app.id, language, notices);
}

/** Dismisses a notice. A repeated request returns the first dismissal. Throws 404 for an unknown notice. */
export async function dismissNotice(
  service: Service,
  caller: AccountCaller & Pick<Caller, 'state' | 'via'>,
  id: string,
): Promise<NoticeDismissal> {
  const { app, account, actor } = caller;
  const key = { appId: app.id, accountId: account.id };
  const known = await readTenant(service.db, key, (queries) => findNoticeDismissal(queries, key, id));
  if (known) return show(caller, known);
  const notice = (await listNotices(service, caller)).find((each) => each.id === id);
  if (!notice) throw new ApiError('notice_not_found', 'Notice not found.');
  const dismissal = {
    noticeId: id,
    subject: notice.subject,
    until: new Date(notice.recordedAt),
    dismissedAt: service.now(),
    dismissedBy: toStoredActor(actor, getChannel(caller)),
  };
  return show(
    caller,
    await withTenant(service.db, key, (queries) => insertNoticeDismissal(queries, key, dismissal), {
      cached: false,
    }),
  );
}

const show = (caller: AccountCaller, dismissal: NoticeDismissal): NoticeDismissal => ({
  ...dismissal,
  dismissedBy: showActor(caller, dismissal.dismissedBy),
});

/** Notices with the newest texts in a language. Null is the language of the price list. */
export async function localizeNotices(
  { pool }: Pick<Service, 'pool'>,
  appId: string,
  language: string | null,
  notices: Notice[],
): Promise<Notice[]> {
  const translator =
    language === null || notices.length === 0 ? null : await readNewestTranslator(pool, { appId, language });
  if (!translator) return notices;
  return notices.map((notice) => {
    const { version, previousVersion, addOn, price, previousPrice } = notice;
    const own = translator.texts[addOn ? 'addOns' : 'plans'][(addOn ?? version).id];
    const before = addOn ? own : translator.texts.plans[(previousVersion ?? version).id];
    return {
      ...notice,
      version: translator.plan(version),
      previousVersion: previousVersion && translator.plan(previousVersion),
      addOn: addOn && translator.addOn(addOn),
      changes: translator.changes(notice.changes),
      price: price && translatePrice(price, own),
      previousPrice: previousPrice && translatePrice(previousPrice, before),
    };
  });
}

function translatePrice<Price extends { price_text: string | null }>(
  price: Price,
  texts: { price_text?: string } | undefined,
): Price {
  return price.price_text === null ? price : { ...price, price_text: texts?.price_text ?? price.price_text };
}
