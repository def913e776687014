'use client';

import { useId } from 'react';
import { priceWords } from '@/components/pricing/price-words';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useClock, useText } from '@/components/text/text-provider';
import type { AppInfo } from '@/lib/contract/version-list';
import { formatPrice, type PriceSetting } from '@/lib/format/price';
import { formatList } from '@/lib/format/words';
import type { Offer, OfferGroup } from './collect-offers';

interface OfferListProps {
  groups: OfferGroup[];
  app: AppInfo;
  /** Whether prices have to say which plans they are for. */
  namePlans: boolean;
}

/** A price list: what it is at the start of the line, what it costs at the end. */
export function OfferList({ groups, app, namePlans }: OfferListProps) {
  const { locale } = useClock();
  const setting = { locale, currency: app.currency, period: app.billing_period };
  const headed = groups.some(({ title }) => title !== '');
  return groups.map((group) => (
    <Group key={group.title} group={group} headed={headed} setting={setting} namePlans={namePlans} />
  ));
}

interface GroupProps {
  group: OfferGroup;
  headed: boolean;
  setting: PriceSetting;
  namePlans: boolean;
}

function Group({ group, headed, setting, namePlans }: GroupProps) {
  const { optional } = useText();
  const heading = useId();
  return (
    <section
      aria-labelledby={headed ? heading : undefined}
      className="border-t-2 border-rule pt-3 pb-16 wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)] wide:gap-x-8"
    >
      {headed && (
        <h2 id={heading} className="pb-4 text-head">
          <bdi>{group.title || optional.other}</bdi>
        </h2>
      )}
      <ul className="col-start-2 wide:-mt-3">
        {group.offers.map((offer) => (
          <OfferRow key={offer.key} offer={offer} headed={headed} setting={setting} namePlans={namePlans} />
        ))}
      </ul>
    </section>
  );
}

type OfferRowProps = Omit<GroupProps, 'group'> & { offer: Offer };

function OfferRow({ offer, headed, setting, namePlans }: OfferRowProps) {
  const { optional } = useText();
  const Title = headed ? 'h3' : 'h2';
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line py-4 middle:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]">
      <div>
        <Title className="font-medium">
          <bdi>{offer.title}</bdi>
        </Title>
        {offer.description && (
          <p className="max-w-[60ch] text-soft">
            <bdi>{offer.description}</bdi>
          </p>
        )}
        {offer.holds.length > 0 && (
          <p className="max-w-[60ch] text-soft">
            {fillPhrase(optional.holds, [
              <bdi key="holds">
                {formatList(
                  setting.locale,
                  offer.holds.map(({ title }) => title),
                )}
              </bdi>,
            ])}
          </p>
        )}
      </div>
      <Prices offer={offer} setting={setting} namePlans={namePlans} />
    </li>
  );
}

function Prices({ offer, setting, namePlans }: Omit<OfferRowProps, 'headed'>) {
  const text = useText();
  return (
    <ul className="figures middle:text-end">
      {offer.prices.map(({ fees, plans }) => (
        <li key={`${fees.fee} ${fees.user_fee}`}>
          {formatPrice(fees, setting, priceWords(text))}
          {namePlans && (
            <span className="block text-small text-soft">
              {fillPhrase(text.optional.withPlans, [
                <bdi key="plans">
                  {formatList(
                    setting.locale,
                    plans.map(({ title }) => title),
                  )}
                </bdi>,
              ])}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
