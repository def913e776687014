import { toCurrency } from '@/lib/contract/currency-digits';
import { createSerializer } from '@/lib/contract/field-names';
import {
  type NoticeBody,
  type NoticeDismissalBody,
  type NoticeList,
  noticeDismissalSchema,
  noticeSchema,
} from '@/lib/contract/notices';
import type { AppCaller } from '@/lib/domain/caller';
import { serializeActor } from '@/lib/domain/history/actors';
import type { Notice, NoticeDismissal } from '@/lib/domain/notices/notices';
import { type PageQuery, slicePage, toListEnvelope } from './serializers';

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
    },
    {
      ...toCurrency(app),
      optional_feature: addOn,
      billing_period: app.billingPeriod,
      account_billing_period: billingPeriod,
      previous_account_billing_period: previousBillingPeriod,
    },
  );
}

const pickDismissal = createSerializer(noticeDismissalSchema.shape);

/** `DELETE /account/notices/:id`. */
export function serializeDismissal(dismissal: NoticeDismissal): NoticeDismissalBody {
  return pickDismissal(dismissal, {
    id: dismissal.noticeId,
    dismissed_by: serializeActor(dismissal.dismissedBy),
  });
}
