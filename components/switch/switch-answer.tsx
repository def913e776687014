'use client';

import { useText } from '@/components/text/text-provider';
import { SectionError } from '@/components/ui/section-error';
import { Skeleton } from '@/components/ui/skeleton';
import type { VersionList } from '@/lib/contract/version-list';
import { SwitchChanges } from './switch-changes';
import { SwitchPrices } from './switch-prices';
import type { SwitchSession } from './use-switch-session';

interface SwitchAnswerProps {
  session: SwitchSession;
  list: VersionList['data'];
  /** How many users to reckon with. */
  seats: number;
}

/** What the service says the switch would do: the price, then what is lost, then what is gained. */
export function SwitchAnswer({ session: { preview, seen }, list, seats }: SwitchAnswerProps) {
  const { switching } = useText();
  if (!seen && preview.error) {
    return (
      <div className="pt-6">
        <SectionError
          title={switching.previewFailed}
          level="h3"
          error={preview.error}
          retrying={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      </div>
    );
  }
  if (!seen) return <Asking />;
  if (seen.from?.id === seen.to.id) return <p className="pt-6">{switching.same}</p>;
  return (
    <>
      <SwitchPrices outlook={seen} app={list.app} seats={seats} />
      <SwitchChanges outlook={seen} matrix={list.matrix} />
    </>
  );
}

function Asking() {
  const { switching } = useText();
  return (
    <div aria-busy="true" className="pt-6">
      <p role="status" className="sr-only">
        {switching.asking}
      </p>
      {['from', 'to', 'difference', 'lost', 'gained'].map((row) => (
        <div key={row} className="flex justify-between border-t border-line py-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-36" />
        </div>
      ))}
    </div>
  );
}
