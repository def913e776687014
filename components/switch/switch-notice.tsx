'use client';

import type { ReactNode } from 'react';
import { useText } from '@/components/text/text-provider';
import { Cause } from '@/components/ui/cause';
import { RefusalWords } from '@/components/ui/refusal-words';
import { useOnline } from '@/components/ui/use-online';
import type { SwitchSession } from './use-switch-session';

/** What the reader has to know before they answer. One live place, always there, so that each change is heard. */
export function SwitchNotice({ session }: { session: SwitchSession }) {
  return (
    <div role="status">
      <Notice session={session} />
    </div>
  );
}

function Notice({ session: { step, changes, failure, seen } }: { session: SwitchSession }) {
  const { switching } = useText();
  const online = useOnline();
  const { unknown } = switching;
  if (step === 'looking') return <Lines title={unknown.title} lines={[unknown.looking]} />;
  if (step === 'unknown') return <Lines title={unknown.title} lines={[unknown.still]} />;
  if (step === 'not_done') return <Lines title={switching.failed} lines={[unknown.notDone]} />;
  if (step === 'moved_on') return <Lines title={unknown.movedOn} lines={[]} />;
  if (step === 'failed') {
    return <Lines title={switching.failed} lines={[<Cause key="cause" of={failure} />]} />;
  }
  if (seen && !seen.allowed) {
    return (
      <Lines
        title={switching.refused}
        lines={seen.blockers.map((blocker) => <RefusalWords key={blocker.code} refusal={blocker} />)}
      />
    );
  }
  if (!online && step === 'ready') return <Lines title={switching.offline} lines={[]} />;
  if (changes.length > 0 && step === 'ready') {
    const said = changes.map((change) => switching.changed[change]);
    return <Lines title={switching.changed.title} lines={[...said, switching.changed.ask]} />;
  }
  return null;
}

function Lines({ title, lines }: { title: string; lines: ReactNode[] }) {
  return (
    <div className="mt-6 border-s-4 border-rule ps-4">
      <p className="font-medium">{title}</p>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else to be told apart by, and hold no state
        <p key={at}>{line}</p>
      ))}
    </div>
  );
}
