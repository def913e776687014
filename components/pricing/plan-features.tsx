'use client';

import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { SignMark } from '@/components/ui/sign-mark';
import { TextLink } from '@/components/ui/text-link';
import { addresses } from '@/lib/client/addresses';
import type { Rung } from './rungs';

const shownAtMost = 8;

/** What this rung has, or adds to the one below: one line each, as in a timetable. */
export function PlanFeatures({ rung: { below, adds, total } }: { rung: Rung }) {
  const { pricing } = useText();
  if (total === 0) return <p className="text-soft">{pricing.noFeatures}</p>;
  const shown = adds.slice(0, shownAtMost);
  return (
    <>
      <p className="pb-2 text-soft">
        {below
          ? fillPhrase(adds.length > 0 ? pricing.everythingInPlus : pricing.everythingInOnly, [
              <bdi key="below" className="font-medium text-ink">
                {below.title}
              </bdi>,
            ])
          : pricing.included(total)}
      </p>
      {shown.length > 0 && (
        <ul className="border-b border-line">
          {shown.map(({ id, title, value }) => (
            <li key={id} className="flex gap-2.5 border-t border-line py-1.5">
              <SignMark sign={below ? 'plus' : 'tick'} className="mt-1 text-soft" />
              <span className="min-w-0 grow">
                <bdi>{title}</bdi>
              </span>
              {value && <bdi className="figures max-w-[50%] text-end text-soft">{value}</bdi>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The way from a plan to all it has. */
export function SeeAllFeatures({ rung, title }: { rung: Rung; title: string }) {
  const { pricing } = useText();
  const more = rung.adds.length - shownAtMost;
  if (rung.total === 0) return null;
  return (
    <p className="pt-3 text-small print:hidden">
      {more > 0 && <span className="text-soft">{pricing.more(more)} · </span>}
      <TextLink href={addresses.compare()} prefetch={false}>
        {pricing.seeAll(rung.total)}
        <span className="sr-only"> {fillPhrase(pricing.ofPlan, [<bdi key="of">{title}</bdi>])}</span>
      </TextLink>
    </p>
  );
}
