'use client';

import { useId } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClassName } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { SpokenSubject, TextLink } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import { pageUrls } from '@/lib/client/page-urls';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionList } from '@/lib/contract/versions';
import { formatAnnualPrice, formatPrice } from '@/lib/pricing/format-price';
import { AddOnBlockerMessage } from './add-on-blocker-message';
import { AddOnContent } from './add-on-content';
import { toListedAddOn } from './collect-add-ons';

/** What a dialog asks about. `quantity` is what it suggests. The default is the current one, else the smallest. */
export interface RequestedAddOnChange {
  action: 'turn_on' | 'turn_off' | 'change_quantity';
  quantity?: number;
  /** The ID of the change that waits for the owner. */
  approve?: string;
}

/** A dialog about an add-on. */
export interface ChosenChange extends RequestedAddOnChange {
  id: string;
}

/** The element that states why the user can change no add-on. */
export const forbiddenId = 'add-ons-forbidden';

export interface AddOnRowProps {
  entry: AddOnEntry;
  list: VersionList['data'];
  addOns: AddOnList['data'];
  /** The chosen billing period, for the prices. */
  period: BillingPeriod;
  /** Whether the user asks an owner for an add-on. */
  isMember?: boolean;
  /** The value is absent if nothing can be turned on or off. */
  onChoose: ((change: ChosenChange) => void) | undefined;
}

/** An add-on with its price, its state, and the button that turns it on or off or the reason why that is not possible. */
export function AddOnRow({ entry, list, addOns, period, isMember = false, onChoose }: AddOnRowProps) {
  const text = usePageText('account').addOns;
  const { pricing } = useText();
  const titleId = useId();
  const reasonId = useId();
  const online = useOnline();
  const { matrix } = list;
  const plans = list.versions.filter(({ id }) => id === entry.price_version_id);
  const addOn = toListedAddOn(entry, { features: matrix?.features ?? [], offers: addOns.optional_features }, [
    { price: entry, plans },
  ]);
  const { active, included, retired, change, title } = entry;
  const asks = isMember && !active;
  const blocker = change?.blockers.find(({ code }) => !asks || code !== 'forbidden');
  const isOnRequest = blocker?.code === 'price_on_request';
  const isAction = change !== null && !included && !isOnRequest && blocker?.code !== 'option_not_offered';
  const isForbidden = blocker?.code === 'forbidden';
  const reason =
    blocker && isAction && !isForbidden ? (
      <AddOnBlockerMessage blocker={blocker} addOns={addOns} />
    ) : (
      !online && text.offline
    );
  const sharedReasonId = isForbidden ? forbiddenId : undefined;
  const describedBy = reason ? reasonId : sharedReasonId;
  const turnOn = asks ? text.ask : text.turnOn;
  return (
    <li
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 border-b border-line py-4 *:first:col-span-2 middle:grid-cols-[minmax(0,1fr)_14rem_10rem] middle:*:first:col-span-1"
    >
      <AddOnContent addOn={addOn} titleId={titleId} headingLevel="h3" />
      <div className="flex flex-col gap-y-2 middle:items-end middle:text-end">
        {!included && <AddOnPrice entry={entry} list={list} period={period} />}
        {active && (
          <p>
            <Badge tone="yours">
              <span>
                {entry.since === null
                  ? text.on
                  : interpolate(text.onSince, [<DateText key="since" at={entry.since} />])}
              </span>
            </Badge>
          </p>
        )}
        {!active && !included && entry.since !== null && (
          <p className="text-small text-soft">
            {interpolate(text.offSince, [<DateText key="since" at={entry.since} />])}
          </p>
        )}
        {active && retired && <RetiredNote entry={entry} list={list} period={period} />}
        {included && <p className="text-small text-soft">{text.included}</p>}
        {blocker?.code === 'option_not_offered' && !active && <OtherPlans entry={entry} list={list} />}
        {reason && (
          <p id={reasonId} className="text-small text-soft">
            {reason}
          </p>
        )}
      </div>
      <div className="flex flex-col gap-y-2">
        {isOnRequest && list.app.contact_url && (
          <a href={list.app.contact_url} className={buttonClassName('outlined', 'screen-only')}>
            <span>
              {pricing.contactUs}
              <SpokenSubject>{title}</SpokenSubject>
            </span>
          </a>
        )}
        {active && isAction && entry.max_quantity > 1 && (
          <Button
            className="screen-only"
            blocked={isForbidden || !online || !onChoose}
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            data-add-on={`${entry.id} quantity`}
            onClick={onChoose && (() => onChoose({ id: entry.id, action: 'change_quantity' }))}
          >
            <span>
              {text.quantity.change}
              <SpokenSubject separator=" ">{title}</SpokenSubject>
            </span>
          </Button>
        )}
        {isAction && (
          <Button
            className="screen-only"
            blocked={blocker !== undefined || !online || !onChoose}
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            data-add-on={entry.id}
            onClick={onChoose && (() => onChoose({ id: entry.id, action: active ? 'turn_off' : 'turn_on' }))}
          >
            <span>
              {active ? text.turnOff : turnOn}
              <SpokenSubject separator=" ">{title}</SpokenSubject>
            </span>
          </Button>
        )}
      </div>
    </li>
  );
}

function AddOnPrice({ entry, list, period }: Pick<AddOnRowProps, 'entry' | 'list' | 'period'>) {
  const text = usePageText('account').addOns;
  const { pricing } = useText();
  const priceOptions = usePriceOptions(list.app, period);
  const annual = formatAnnualPrice(entry, priceOptions);
  const oneText = formatPrice(entry, priceOptions);
  const plan = list.versions.find(({ id }) => id === entry.price_version_id);
  const isOther = plan !== undefined && !plan.current && Object.keys(entry.versions).length > 1;
  return (
    <p className="figures">
      {entry.quantity > 1 ? pricing.times(entry.quantity, oneText) : oneText}
      {isOther && (
        <span className="text-small text-soft"> {interpolate(text.availableWith, [plan.title])}</span>
      )}
      {annual && <span className="block text-small text-soft">{annual}</span>}
    </p>
  );
}

/** Why an add-on that is on is not offered like this any more, and what it costs today if it has changed. */
function RetiredNote({ entry, list, period }: Pick<AddOnRowProps, 'entry' | 'list' | 'period'>) {
  const text = usePageText('account').addOns;
  const options = usePriceOptions(list.app, period);
  const plan = list.versions.find(({ current }) => current);
  const offered = list.matrix?.offers.find(({ id }) => id === entry.replaced_by)?.versions[plan?.id ?? ''];
  return (
    <p className="text-small text-soft">
      {offered ? text.kept(formatPrice(offered, options)) : text.retired}
    </p>
  );
}

/** The plans that the add-on is available for, with links to switch to them. */
function OtherPlans({ entry, list }: Pick<AddOnRowProps, 'entry' | 'list'>) {
  const text = usePageText('account').addOns;
  const plans = list.versions.filter(({ id, current }) => entry.versions[id] && !current);
  if (plans.length === 0) return <p className="text-small text-soft">{text.notOffered}</p>;
  return (
    <div className="text-small text-soft">
      <p>{text.otherPlans}</p>
      <ul className="flex flex-wrap gap-x-4 middle:justify-end">
        {plans.map(({ id, title }) => (
          <li key={id}>
            <TextLink href={pageUrls.plans({ switch: id })}>
              <CatalogText>{title}</CatalogText>
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
