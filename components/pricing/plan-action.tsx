'use client';

import { useId } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { Button, buttonClassName } from '@/components/ui/button';
import { BlockerMessage } from '@/components/ui/error-message';
import { pageUrls } from '@/lib/client/page-urls';
import type { VersionEntry } from '@/lib/contract/versions';

export interface PlanActionProps {
  version: Pick<VersionEntry, 'id' | 'title' | 'current' | 'switch' | 'price_text'>;
  /** Where a user without an account signs in: on `/sign-in`, in the host application, or not at all when signed in. */
  signIn: 'sign_in_page' | 'host_app' | 'signed_in';
  offline: boolean;
  /** Without it, the button does nothing, as in the preview. */
  onSwitch?: ((versionId: string) => void) | undefined;
  /** Called on hover and focus, to preload what a click needs. */
  onIntent?: (() => void) | undefined;
  className?: string;
}

/** The button that switches to a plan, or the reason why it is disabled. Both come from the list entry's `switch`. */
export function PlanAction({ version, signIn, offline, onSwitch, onIntent, className }: PlanActionProps) {
  const { pricing } = useText();
  const reasonId = useId();
  if (version.current) return null;
  if (version.switch === null) {
    if (signIn === 'signed_in') return null;
    if (signIn === 'host_app') return <p className="py-2.5 text-soft">{pricing.signInToSwitch}</p>;
    return (
      <a href={pageUrls.signIn()} className={buttonClassName('outlined', className)}>
        <span>{interpolate(pricing.choose, [<bdi key="plan">{version.title}</bdi>])}</span>
      </a>
    );
  }
  const { allowed, blockers, direction } = version.switch;
  const blocker = blockers[0];
  const reason = allowed
    ? offline && pricing.offlineReason
    : blocker && <BlockerMessage blocker={blocker} price={version} />;
  const label = { upgrade: pricing.upgrade, downgrade: pricing.downgrade, none: pricing.switch }[direction];
  return (
    <>
      <Button
        tone={direction === 'upgrade' ? 'solid' : 'outlined'}
        blocked={!allowed || offline}
        aria-haspopup="dialog"
        aria-describedby={reason ? reasonId : undefined}
        data-switch-to={version.id}
        onClick={onSwitch && (() => onSwitch(version.id))}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        className={className}
      >
        <span>
          {label}
          <span className="sr-only">
            {' '}
            {interpolate(pricing.toPlan, [<bdi key="to">{version.title}</bdi>])}
          </span>
        </span>
      </Button>
      {reason && (
        <p id={reasonId} className="mt-2 text-small text-soft">
          {reason}
        </p>
      )}
    </>
  );
}

/** Only the demo has a sign-in page. */
export function getSignInOption({
  demo,
  signedIn,
}: {
  demo: boolean;
  signedIn: boolean;
}): PlanActionProps['signIn'] {
  if (signedIn) return 'signed_in';
  return demo ? 'sign_in_page' : 'host_app';
}
