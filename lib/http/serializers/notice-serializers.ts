import { toCurrency } from '@/lib/contract/currency-digits';
import { createSerializer } from '@/lib/contract/field-names';
import {
  type NoticeBody,
  type NoticeDismissalBody,
  type NoticeList,
  noticeSchema,
} from '@/lib/contract/notices';
import type { AppCaller } from '@/lib/domain/caller';
import { serializeActor } from '@/lib/domain/history/actors';
import type { Notice, NoticeDismissal } from '@/lib/domain/notices/notices';
import { type PageQuery, slicePage, toListEnvelope, toUnixSeconds } from './serializers';

const pickNotice = createSerializer(noticeSchema.shape);

/** `GET /account/notices`. */
export function serializeNotices(
  caller: Pick<AppCaller, 'app'>,
  notices: Notice[],
  page: PageQuery = {},
): NoticeList {
  const { items, next } = slicePage(notices, page);
  return toListEnvelope(
    items.map((notice) => serializeNotice(caller, notice)),
    next,
  );
}

function serializeNotice(
  { app }: Pick<AppCaller, 'app'>,
  { changes, addOn, billingPeriod, previousBillingPeriod, ...notice }: Notice,
): NoticeBody {
  return pickNotice(
    {
      ...notice,
      ...changes,
      currency: app.currency,
      currencyDigits: toCurrency(app).currency_digits,
    },
    {
      changed_at: toUnixSeconds(notice.changedAt),
      effective_at: notice.effectiveAt && toUnixSeconds(notice.effectiveAt),
      ends_at: notice.endsAt && toUnixSeconds(notice.endsAt),
      optional_feature: addOn,
      billing_period: app.billingPeriod,
      account_billing_period: billingPeriod,
      previous_account_billing_period: previousBillingPeriod,
    },
  );
}

/** `DELETE /account/notices/:id`. */
export function serializeDismissal({
  noticeId,
  dismissedAt,
  dismissedBy,
}: NoticeDismissal): NoticeDismissalBody {
  return {
    id: noticeId,
    dismissed_at: toUnixSeconds(dismissedAt),
    dismissed_by: serializeActor(dismissedBy),
  };
}
