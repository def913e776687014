'use client';

import { useId } from 'react';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { Button, buttonLook } from '@/components/ui/button';
import { RefusalWords } from '@/components/ui/refusal-words';
import { addresses } from '@/lib/client/addresses';
import type { VersionEntry } from '@/lib/contract/version-list';

export interface PlanActionProps {
  version: Pick<VersionEntry, 'id' | 'title' | 'current' | 'switch'>;
  /** Where whoever has no account signs in: on our page, in the host product, or nowhere, being signed in already. */
  signIn: 'here' | 'elsewhere' | 'done';
  offline: boolean;
  /** Not given where nothing can be switched, as in a preview: then the button is there and does nothing. */
  onSwitch?: ((versionId: string) => void) | undefined;
  /** The reader is about to press: whatever comes next can be fetched. */
  onIntent?: (() => void) | undefined;
  className?: string;
}

/** Upgrade, downgrade, or why not. The words come from the decision that the API made. */
export function PlanAction({ version, signIn, offline, onSwitch, onIntent, className }: PlanActionProps) {
  const { pricing } = useText();
  const reasonId = useId();
  if (version.current) return null;
  if (version.switch === null) {
    if (signIn === 'done') return null;
    if (signIn === 'elsewhere') return <p className="py-2.5 text-soft">{pricing.signInToSwitch}</p>;
    return (
      <a href={addresses.signIn()} className={buttonLook('outlined', className)}>
        {pricing.signInToSwitch}
        <span className="sr-only"> {fillPhrase(pricing.to, [<bdi key="to">{version.title}</bdi>])}</span>
      </a>
    );
  }
  const { allowed, blockers, direction } = version.switch;
  const blocker = blockers[0];
  const reason = allowed ? offline && pricing.offlineReason : blocker && <RefusalWords refusal={blocker} />;
  const label = { upgrade: pricing.upgrade, downgrade: pricing.downgrade, none: pricing.change }[direction];
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
          <span className="sr-only"> {fillPhrase(pricing.to, [<bdi key="to">{version.title}</bdi>])}</span>
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

/** Only the demo has a page to sign in on. */
export function signInFor({
  demo,
  signedIn,
}: {
  demo: boolean;
  signedIn: boolean;
}): PlanActionProps['signIn'] {
  if (signedIn) return 'done';
  return demo ? 'here' : 'elsewhere';
}
