'use client';

import type { ReactNode } from 'react';
import { priceWords } from '@/components/pricing/price-words';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useClock, useText } from '@/components/text/text-provider';
import type { HistoryEntry } from '@/lib/contract/history';
import { formatDuration } from '@/lib/format/elapsed';
import { formatPrice } from '@/lib/format/price';

/** How long, for how much, by whom and why: as the record has it, whatever the plan is today. */
export function EntryFacts({ entry, now }: { entry: HistoryEntry; now: number | null }) {
  const text = useText();
  const { history } = text;
  const { locale } = useClock();
  const setting = { locale, currency: entry.currency, period: entry.billing_period };
  return (
    <dl className="mt-3 grid max-w-[60ch] grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
      <Fact name={history.active}>{activeFor(entry, now, locale, history.soFar)}</Fact>
      <Fact name={history.priceThen}>{formatPrice(entry, setting, priceWords(text))}</Fact>
      <Fact name={history.by}>
        <Actor actor={entry.actor} />
      </Fact>
      {entry.reason && (
        <Fact name={history.reason}>
          <q>
            <bdi>{entry.reason}</bdi>
          </q>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-h-5">{children}</dd>
    </>
  );
}

function activeFor(
  { activated, deactivated }: HistoryEntry,
  now: number | null,
  locale: string,
  soFar: (duration: string) => string,
): string | null {
  if (deactivated !== null) return formatDuration(locale, activated, deactivated);
  return now === null ? null : soFar(formatDuration(locale, activated, now));
}

/** A channel that these texts don't know is left out rather than shown as a word of the machine. */
function Actor({ actor: { name, channel } }: Pick<HistoryEntry, 'actor'>) {
  const { history } = useText();
  const channels: Record<string, (name: string) => string> = history.channels;
  return fillPhrase(channels[channel] ?? ((known) => known), [<bdi key="name">{name}</bdi>]);
}
