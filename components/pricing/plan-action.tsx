'use client';

import dynamic from 'next/dynamic';
import { useId } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { Button, buttonClassName } from '@/components/ui/button';
import { SpokenSubject } from '@/components/ui/text-link';
import { buildHostUrl, pageUrls } from '@/lib/client/page-urls';
import type { Blocker, SwitchDecision } from '@/lib/contract/fields';
import type { AppInfo, VersionEntry } from '@/lib/contract/versions';
import { selectBillingPeriod, type VersionPrice } from '@/lib/pricing/price';
import type { Billing } from './use-billing';

/** A script of its own, because most accounts can switch to any plan. */
const BlockerMessage = dynamic(() =>
  import('@/components/ui/blocker-message').then((module) => module.BlockerMessage),
);

export interface PlanActionProps {
  version: Pick<
    VersionEntry,
    'id' | 'title' | 'current' | 'active' | 'switch' | 'price_text' | 'billing_periods'
  > &
    Pick<VersionPrice, 'units'>;
  app: AppInfo;
  seats: number;
  billing: Pick<Billing, 'period' | 'accountPeriod'>;
  /** Whether it is the one emphasized button of the page. */
  primary: boolean;
  user: PageUser;
  offline: boolean;
  /** Without it, the button does nothing, as in the preview. */
  onSwitch?: ((versionId: string) => void) | undefined;
  /** Called on hover and focus, to preload what a click needs. */
  onIntent?: (() => void) | undefined;
  /** Code of the blocker that the page states once, in the element `shared-blocker`. */
  sharedBlocker?: string | undefined;
  /** Human IDs of add-ons to choose with the plan. */
  addOns?: string[];
  className?: string;
}

/** What the action of a plan depends on. Only the demo has a sign-in page. */
export interface PageUser {
  signedIn: boolean;
  demo: boolean;
}

/**
 * The button that switches to a plan, or the reason why it is disabled. Both come from the list entry's `switch`. A member's
 * button shows what a switch would change. Visitors get a link to where they sign up, or to a contact; a plan without a price
 * has only the contact.
 */
export function PlanAction(props: PlanActionProps) {
  const { version, billing, primary, offline, sharedBlocker, onSwitch, onIntent, className } = props;
  const { pricing } = useText();
  const reasonId = useId();
  if (version.current && !canSwitchPeriod(version, billing)) return null;
  const link = getPlanLink(props);
  if (link) {
    return (
      <a
        href={link.href}
        className={buttonClassName(primary && !link.isContact ? 'solid' : 'outlined', className)}
      >
        {link.isContact ? (
          <span>
            {pricing.contactUs}
            <SpokenSubject>{version.title}</SpokenSubject>
          </span>
        ) : (
          <span>{interpolate(pricing.choose, [version.title])}</span>
        )}
      </a>
    );
  }
  if (version.switch === null) return null;
  const { allowed, blockers } = version.switch;
  const blocker = blockers.find(({ code }) => code !== sharedBlocker);
  const reason = allowed
    ? offline && pricing.offlineReason
    : blocker && <BlockerMessage blocker={blocker} plan={version} />;
  const sharedReasonId = allowed ? undefined : 'shared-blocker';
  const isPreview = isPreviewOnly(version);
  return (
    <>
      <Button
        tone={primary ? 'solid' : 'outlined'}
        blocked={!(allowed || isPreview) || offline}
        aria-haspopup="dialog"
        aria-describedby={reason ? reasonId : sharedReasonId}
        data-switch-to={version.id}
        onClick={onSwitch && (() => onSwitch(version.id))}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className={className}
      >
        {version.current ? (
          <span>
            {pricing.switchPeriod[billing.period]}
            <span className="sr-only"> {interpolate(pricing.ofPlan, [version.title])}</span>
          </span>
        ) : (
          <SwitchLabel title={version.title} decision={version.switch} isPreview={isPreview} />
        )}
      </Button>
      {reason && (
        <p id={reasonId} className="mt-2 text-small text-soft">
          {reason}
        </p>
      )}
    </>
  );
}

/** Whether the user can only see what a switch would change, as a member of the account. */
export function isPreviewOnly({ switch: decision }: Pick<PlanActionProps['version'], 'switch'>): boolean {
  return (
    decision !== null && !decision.allowed && decision.blockers.every(({ code }) => code === 'forbidden')
  );
}

interface SwitchLabelProps {
  decision: SwitchDecision | null;
  title: string;
  isPreview: boolean;
}

/** What the button of a plan does, followed by the plan for screen readers. */
export function SwitchLabel({ title, decision, isPreview }: SwitchLabelProps) {
  const { pricing } = useText();
  const name = decision?.trial_available ? 'trial' : getSwitchName(decision);
  const named = name === 'trial' ? pricing.ofPlan : pricing.toPlan;
  return (
    <span>
      {isPreview ? pricing.seeChanges : pricing[name]}
      <span className="sr-only"> {interpolate(isPreview ? pricing.withPlan : named, [title])}</span>
    </span>
  );
}

/** What a switch is called: an upgrade or a downgrade, if what the account gets does not contradict it. */
export function getSwitchName(decision: SwitchDecision | null): SwitchDecision['direction'] {
  const { direction = 'none', gets = 'mixed' } = decision ?? {};
  return gets === 'same' || gets === (direction === 'upgrade' ? 'more' : 'less') ? direction : 'none';
}

/** The plan whose button is emphasized: the recommended one, or for an account the first upgrade. It is null if there is none. */
export function findPrimaryPlan(versions: VersionEntry[]): string | null {
  const candidates = versions.filter(
    ({ active, current, switch: decision }) =>
      active && !current && (!decision || (decision.allowed && getSwitchName(decision) === 'upgrade')),
  );
  const recommended = candidates.find((version) => version.recommended);
  return (recommended ?? candidates.find((version) => version.switch))?.id ?? null;
}

/** Whether the account can have its plan with the chosen billing period instead of its own. */
export function canSwitchPeriod(
  { switch: decision, billing_periods }: Pick<PlanActionProps['version'], 'switch' | 'billing_periods'>,
  { period, accountPeriod }: PlanActionProps['billing'],
): boolean {
  return (
    decision?.allowed === true &&
    accountPeriod !== null &&
    accountPeriod !== period &&
    billing_periods.includes(period)
  );
}

/** Where the plan's link leads. It is null for a plan with a switch button, or if there is no such place. */
export function getPlanLink({
  version,
  app,
  seats,
  billing,
  user,
  addOns = [],
}: Pick<PlanActionProps, 'version' | 'app' | 'seats' | 'billing' | 'user' | 'addOns'>): {
  href: string;
  isContact: boolean;
} | null {
  if (version.current || !version.active) return null;
  const contact = app.contact_url === null ? null : { href: app.contact_url, isContact: true };
  if (version.billing_periods.length === 0 && contact) return contact;
  if (version.switch !== null || user.signedIn) return null;
  const period = selectBillingPeriod(version.billing_periods, billing.period) ?? app.billing_period;
  const chosen = { versionId: version.id, seats, units: version.units ?? null, period, addOns };
  const hostUrl = app.sign_up_url ?? app.sign_in_url;
  if (hostUrl) return { href: buildHostUrl(hostUrl, chosen), isContact: false };
  if (user.demo)
    return {
      href: pageUrls.signIn({
        plan: version.id,
        seats: seats === 1 ? null : seats,
        period: period === 'year' ? period : null,
      }),
      isContact: false,
    };
  return contact;
}

/** Blockers that concern the account, not the plan. */
const accountCodes = ['forbidden', 'exit_restricted'];

/** The blocker of all other plans, which is stated once. Null if there is none, or only one other plan. */
export function findSharedBlocker(
  versions: readonly Pick<VersionEntry, 'current' | 'switch'>[],
): Blocker | null {
  const decisions = versions.flatMap(({ current, switch: decision }) =>
    decision && !current ? [decision] : [],
  );
  const codes = accountCodes.filter((code) =>
    decisions.every(({ blockers }) => blockers.some((blocker) => blocker.code === code)),
  );
  if (decisions.length < 2) return null;
  return decisions[0]?.blockers.find(({ code }) => code === codes[0]) ?? null;
}
