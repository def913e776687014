'use client';

import { useText } from '@/components/text/text-provider';
import { type Sign, SignMark } from '@/components/ui/sign-mark';
import { linkLook } from '@/components/ui/text-link';
import type { FeatureRef } from '@/lib/contract/fields';

const shownAtMost = 4;

interface FeatureChangesProps {
  gained: FeatureRef[];
  lost: FeatureRef[];
  /** The account had nothing before: what it began with is not a gain. */
  first: boolean;
}

/** What went before what came, side by side where there is room. */
export function FeatureChanges({ gained, lost, first }: FeatureChangesProps) {
  const { history } = useText();
  if (first && gained.length === 0) return null;
  if (gained.length === 0 && lost.length === 0) {
    return <p className="mt-4 text-small text-soft wide:mt-1.5">{history.sameFeatures}</p>;
  }
  if (first)
    return <Changes title={history.beganWith(gained.length)} sign="tick" look="" features={gained} />;
  return (
    <div className="grid gap-x-8 middle:grid-cols-2">
      {lost.length > 0 && (
        <Changes title={history.lost(lost.length)} sign="minus" look="text-lost" features={lost} />
      )}
      {gained.length > 0 && (
        <Changes title={history.gained(gained.length)} sign="plus" look="text-gained" features={gained} />
      )}
    </div>
  );
}

interface ChangesProps {
  title: string;
  sign: Sign;
  look: string;
  features: FeatureRef[];
}

function Changes({ title, sign, look, features }: ChangesProps) {
  const { history } = useText();
  const shown = features.length <= shownAtMost + 1 ? features : features.slice(0, shownAtMost);
  const rest = features.slice(shown.length);
  return (
    <div className="mt-4 min-w-0 wide:mt-1.5 max-w-[32rem] text-small">
      <h3 className="font-normal text-soft">{title}</h3>
      <FeatureList features={shown} sign={sign} look={look} />
      {rest.length > 0 && (
        <details>
          <summary className={`mt-1 inline-block ${linkLook}`}>{history.andMore(rest.length)}</summary>
          <FeatureList features={rest} sign={sign} look={look} />
        </details>
      )}
    </div>
  );
}

function FeatureList({ features, sign, look }: Omit<ChangesProps, 'title'>) {
  return (
    <ul className="mt-1">
      {features.map(({ id, title }) => (
        <li key={id} className="flex gap-2">
          <SignMark sign={sign} className={`mt-[0.2rem] ${look}`} />
          <bdi className="min-w-0">{title}</bdi>
        </li>
      ))}
    </ul>
  );
}
