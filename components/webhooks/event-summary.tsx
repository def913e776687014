'use client';

import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { useNumbersFormat } from '@/components/i18n/use-numbers-format';
import { AppDate } from '@/components/ui/date-text';
import type { Event } from '@/lib/contract/events';

type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** What happened: "Switched from Basic to Pro". */
export function EventSummary({ event }: { event: Event }) {
  const { changes } = usePageText('staff').webhooks.deliveries;
  switch (event.type) {
    case 'account.created':
      return changes.created;
    case 'account.deleted':
      return changes.deleted;
    case 'account.version_switched':
      return <SwitchSummary {...event} />;
    case 'account.option_enabled':
    case 'account.option_disabled':
      return <AddOnSummary {...event} />;
    case 'account.change_scheduled': {
      const { version, effective_at: at } = event.data;
      return interpolate(changes.scheduled, [version.title, at !== null && <AppDate key="at" at={at} />]);
    }
    case 'account.change_waiting':
      return interpolate(changes.waiting[event.data.waits_for ?? 'owner'], [event.data.version.title]);
    case 'account.change_ended':
      return interpolate(changes.ended[event.data.outcome ?? 'applied'], [event.data.version.title]);
    case 'account.trial_ending': {
      const { trial_version: plan, effective_at: at } = event.data;
      return interpolate(changes.trialEnding, [
        plan.title,
        at !== null && <AppDate key="at" at={at} until />,
      ]);
    }
    case 'account.change_announced': {
      const { version, effective_at: at, withdrawn } = event.data;
      return interpolate(changes[withdrawn ? 'withdrawn' : 'announced'], [
        version.title,
        <AppDate key="at" at={at} />,
      ]);
    }
    case 'move.scheduled':
      return changes.moved(event.data.scheduled);
    case 'catalog.published': {
      const { edition } = event.data;
      return edition ? changes.published(String(edition.number)) : changes.publishedList;
    }
    case 'catalog.scheduled':
      return changes.scheduledEdition(String(event.data.edition.number));
    case 'catalog.schedule_canceled':
      return changes.notPublished(String(event.data.edition.number));
  }
}

function SwitchSummary({ data }: EventOf<'account.version_switched'>) {
  const { changes } = usePageText('staff').webhooks.deliveries;
  const history = usePageText('account').history;
  const formatNumbers = useNumbersFormat();
  const { kind, from, to, terms, billing_period: period } = data;
  if (from === null) return interpolate(changes.firstPlan, [to.title]);
  if (kind === 'users') {
    return history.changedUsers(formatNumbers(data));
  }
  if (kind === 'terms') return history.terms[terms ? 'agreed' : 'ended'];
  if (from.id === to.id) return history.changedPeriod[period];
  if (from.title === to.title) return interpolate(history.changedFromEarlier.none, [from.title]);
  return interpolate(changes.switched, [from.title, to.title]);
}

function AddOnSummary({ data }: EventOf<'account.option_enabled' | 'account.option_disabled'>) {
  const { options } = usePageText('account').history;
  const { pricing } = useText();
  const { active, cause, option, quantity, previous_price: previousPrice } = data;
  const isRestored = cause === 'switch' && active && previousPrice === null;
  const isQuantity = cause === 'toggle' && active && (quantity > 1 || previousPrice !== null);
  const toggled = cause === 'publication' ? options.included : options[cause][active ? 'active' : 'inactive'];
  const changed = isQuantity ? options.quantity : toggled;
  return interpolate(isRestored ? options.restored : changed, [
    <CatalogText key="title">
      {quantity > 1 || isQuantity ? pricing.times(quantity, option.title) : option.title}
    </CatalogText>,
  ]);
}
