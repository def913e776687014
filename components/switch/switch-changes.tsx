'use client';

import { type ReactNode, useId, useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { classNames } from '@/components/ui/class-names';
import { SignMark } from '@/components/ui/sign-mark';
import { TextButton } from '@/components/ui/text-link';
import type { FeatureRef } from '@/lib/contract/fields';
import type { Outlook } from './find-changes';

/** What you lose before what you gain. */
export function SwitchChanges({ outlook }: { outlook: Outlook }) {
  const { switching } = useText();
  const { gained, lost, kept, optional_gained, optional_lost } = outlook;
  const losing = lost.length + optional_lost.length > 0;
  const gaining = gained.length + optional_gained.length > 0;
  if (!losing && !gaining) return <p className="pt-6">{switching.noDifference}</p>;
  const both = losing && gaining;
  return (
    <div className={classNames('grid gap-x-8 gap-y-6 pt-6', both && 'narrow:grid-cols-2')}>
      {losing ? (
        <Side title={lost.length > 0 ? switching.youLose(lost.length) : switching.keepsAll}>
          <FeatureLines features={lost} sign="lost" wide={!both} />
          <Options title={switching.optionalLost} features={optional_lost} sign="lost" wide={!both} />
        </Side>
      ) : (
        outlook.from && <p>{switching.keepsAll}</p>
      )}
      {gaining ? (
        <Side title={switching.youGain(gained.length + optional_gained.length)}>
          <FeatureLines features={gained} sign="gained" wide={!both} />
          <Options title={switching.optionalGained} features={optional_gained} sign="gained" wide={!both} />
        </Side>
      ) : (
        <p>{switching.gainsNothing}</p>
      )}
      {kept.length > 0 && (
        <p className={classNames('text-soft', both && 'narrow:col-span-2')}>{switching.kept(kept.length)}</p>
      )}
    </div>
  );
}

interface LinesProps {
  features: FeatureRef[];
  sign: 'gained' | 'lost';
  /** It has the dialog's whole width. */
  wide: boolean;
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="pb-2">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Options({ title, ...rest }: { title: string } & LinesProps) {
  if (rest.features.length === 0) return null;
  return (
    <>
      <p className="pt-3 pb-2 text-small text-soft">{title}</p>
      <FeatureLines {...rest} />
    </>
  );
}

const atFirst = 8;

function FeatureLines({ features, sign, wide }: LinesProps) {
  const { switching } = useText();
  const [all, setAll] = useState(false);
  if (features.length === 0) return null;
  const shown = all ? features : features.slice(0, atFirst);
  return (
    <>
      <ul className={wide ? 'grid gap-x-8 narrow:grid-cols-2' : undefined}>
        {shown.map(({ id, title }) => (
          <li key={id} className="flex gap-2.5 border-t border-line py-1.5">
            <SignMark
              sign={sign === 'gained' ? 'plus' : 'minus'}
              className={`mt-1 ${sign === 'gained' ? 'text-gained' : 'text-lost'}`}
            />
            <bdi className="min-w-0">{title}</bdi>
          </li>
        ))}
      </ul>
      {features.length > shown.length && (
        <p className="pt-3 text-small">
          <TextButton onClick={() => setAll(true)}>{switching.showAll(features.length)}</TextButton>
        </p>
      )}
    </>
  );
}
