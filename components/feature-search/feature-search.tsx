'use client';

import dynamic from 'next/dynamic';
import { useDeferredValue } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { PriceInputs } from '@/components/pricing/price-inputs';
import type { PricedList } from '@/components/pricing/use-billing';
import { TextField } from '@/components/ui/text-field';
import { featureSearchParams, priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import { useSearchText } from './use-search-text';

/** A script of its own, for those who search. */
const FeatureResults = dynamic(() => import('./feature-results').then((module) => module.FeatureResults));

/** "Which plan has …?": a search for features, limits and add-ons. Without JavaScript, Enter submits it. */
export function FeatureSearch(props: PricedList) {
  const { pricing } = useText();
  const [{ q, feature }, setSearchParams] = useSearchParams(featureSearchParams);
  const field = useSearchText(q, (text) => setSearchParams({ q: text, feature: null }));
  const [price] = useSearchParams(priceSearchParams);
  // Deferred, so that the field is not hidden, and loses no input, while the script of the results loads.
  const query = useDeferredValue(q);
  return (
    <search className="screen-only mb-5 block">
      <form action="/" onSubmit={(event) => event.preventDefault()}>
        <PriceInputs {...price} />
        <TextField
          type="search"
          name="q"
          aria-label={pricing.search}
          placeholder={pricing.search}
          {...field}
          autoComplete="off"
          spellCheck={false}
          className="w-full middle:w-96"
        />
      </form>
      {query.trim() !== '' && <FeatureResults {...props} query={query} chosen={feature} />}
    </search>
  );
}
