'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, use } from 'react';
import { CatalogTextContext } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useLazyText, useText } from '@/components/i18n/text-provider';
import type { Blocker } from '@/lib/contract/fields';
import type { Price } from '@/lib/contract/versions';
import { ContactLinks } from './contact-links';
import { LocalizedMessage } from './localized-message';

// For pages that load both on demand: one script.
export { LocalizedMessage };

/** A script of its own, because most hosts do not report usage. */
export const LimitUsage = dynamic(
  () => import('@/components/feature-content/usage-text').then((module) => module.LimitUsage),
  { loading: () => null },
);

/** Why a switch to a plan is blocked. A plan with a price in words is not priced on request for the reader. */
export function BlockerMessage({
  blocker: { code, message, users, usage },
  plan,
}: {
  blocker: Blocker;
  plan: Pick<Price, 'price_text'> & { title: string };
}) {
  const { amounts, pricing } = useText();
  const { blockers } = useLazyText('receipt');
  const { contactUrl, provider } = use(CatalogTextContext);
  if (users) {
    const { allowed, requested, current, unit } = users;
    const count = (n: number) => pricing.seatsCount(n, unit && amounts.unit(unit, n));
    const { allows, startsAt, have, chose } = blockers.users;
    const isBelow = code === 'users_below_minimum';
    return (
      <>
        {interpolate(isBelow ? startsAt : allows, [plan.title, <bdi key="allowed">{count(allowed)}</bdi>])}{' '}
        {requested === current && !isBelow
          ? interpolate(
              (excess) => have(requested, excess),
              [<bdi key="excess">{count(requested - allowed)}</bdi>],
            )
          : chose(requested)}
      </>
    );
  }
  if (usage) return <LimitUsage limits={usage} plan={plan.title} />;
  const isOnRequest = code === 'price_on_request';
  if (isOnRequest && contactUrl === null) {
    return interpolate(blockers.noContact, [<bdi key="provider">{provider}</bdi>]);
  }
  const known: Partial<Record<string, string>> = blockers.known;
  const text = known[code];
  if (text !== undefined) return <ContactLinks>{text}</ContactLinks>;
  const inWords = isOnRequest && plan.price_text !== null;
  return <LocalizedMessage code={inWords ? 'price_in_words' : code} message={message} />;
}

/** Why an undo, or a change for later, is not possible, by the code of the blocker, else `children`. */
export function UndoBlocker({ code, children }: { code: string; children?: ReactNode }) {
  const texts: Record<string, string> = usePageText('account').changes.undoBlockers;
  const text = texts[code];
  return text ? <ContactLinks>{text}</ContactLinks> : children;
}

interface DialogBlockerProps {
  code: string;
  /** The value is absent for what only the dialog finds. */
  blocker?: Blocker | undefined;
  plan: Parameters<typeof BlockerMessage>[0]['plan'];
  isUndo: boolean;
}

/** Why the switch or the undo of a dialog is not possible. */
export function DialogBlocker({ code, blocker, plan, isUndo }: DialogBlockerProps) {
  const message = blocker && <BlockerMessage blocker={blocker} plan={plan} />;
  return isUndo || !blocker ? <UndoBlocker code={code}>{message}</UndoBlocker> : message;
}
