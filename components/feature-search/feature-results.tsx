'use client';

import { AmountText, useContentFormat } from '@/components/feature-content/feature-content';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { groupPlanFamilies } from '@/components/pricing/plan-families';
import { type PricedList, useChosenPrice } from '@/components/pricing/use-billing';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import { linkClassName, TextLink } from '@/components/ui/text-link';
import { featureSearchParams, getPlanAnchor, pageUrls } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import { formatContent } from '@/lib/format/localized-amount';
import { formatMoney } from '@/lib/format/money';
import { formatPrice } from '@/lib/pricing/format-price';
import { findUserUnit, hasUserFee, isPriced } from '@/lib/pricing/price';
import { PlansOfResult } from './plans-of-result';
import { findResult, type PlanMatch, type SearchResult, searchFeatures } from './search-features';

const maxResults = 6;

interface FeatureResultsProps extends PricedList {
  query: string;
  /** ID of the result that the cards mark. The others are hidden then. */
  chosen: string | null;
}

/** What the search finds: the plans that have it, and the cheapest way to get it. */
export function FeatureResults({ list, seats, billing, query, chosen }: FeatureResultsProps) {
  const { amounts, pricing } = useText();
  const { comparison, featureSearch: text } = usePageText('planDetails');
  const [, setSearchParams] = useSearchParams(featureSearchParams);
  const searched = { ...usePriceOptions(list.app, billing.period), users: seats };
  const found = searchFeatures(list, query, searched);
  const chosenResult = chosen === null ? null : findResult(list, chosen, searched);
  const results = chosenResult ? [chosenResult] : found.slice(0, maxResults);
  const moreCount = chosenResult ? 0 : found.length - results.length;
  const unit = findUserUnit(list.versions);
  const families = groupPlanFamilies(list.versions);
  const getFamilyName = (versionId: string) =>
    families.length > 1
      ? (families.find(({ versions }) => versions.some(({ id }) => id === versionId))?.key ?? null)
      : null;
  const price = useChosenPrice();
  return (
    <>
      <p role="status" className="pt-3 pb-2 text-small text-soft">
        {found.length === 0
          ? text.noResults
          : [
              text.resultCount(found.length),
              ...(list.versions.some(hasUserFee) && seats > 1
                ? [pricing.forSeats(seats, unit && amounts.unit(unit, seats))]
                : []),
            ].join(' · ')}
      </p>
      {results.length > 0 && (
        <ul className="grid gap-x-8 border-line border-b middle:grid-cols-2 wide:grid-cols-3">
          {results.map((result) => {
            const target = result.cheapest ?? result.plans[0];
            const anchor = target && getPlanAnchor(target.version);
            const next = {
              q: query,
              feature: result.id,
              family: target ? getFamilyName(target.version.id) : null,
            };
            return (
              <li key={result.id} className="border-line border-t py-2.5">
                <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <a
                    href={`${pageUrls.plans({ ...next, ...price })}${anchor ? `#${anchor}` : ''}`}
                    aria-current={result === chosenResult || undefined}
                    className={classNames(linkClassName, 'font-medium')}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      setSearchParams(next, { push: true });
                      if (anchor) showCard(anchor);
                    }}
                  >
                    <CatalogText>{result.title}</CatalogText>
                  </a>
                  {result.isAddOn && <span className="text-small text-soft">{comparison.optional}</span>}
                </p>
                <p className="text-small text-soft">
                  <PlansOfResult result={result} planCount={list.versions.length} />
                </p>
                <p className="figures text-small">
                  <CheapestWay result={result} list={list} billing={billing} />
                </p>
              </li>
            );
          })}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-8 pt-3 text-small">
        {moreCount > 0 && (
          <TextLink href={pageUrls.compare({ q: query, ...price })}>
            {text.seeInComparison(moreCount)}
          </TextLink>
        )}
        <a
          href={pageUrls.plans(price)}
          className={linkClassName}
          onClick={(event) => {
            event.preventDefault();
            setSearchParams({ q: '', feature: null });
            event.currentTarget
              .closest('search')
              ?.querySelector<HTMLInputElement>('input[type=search]')
              ?.focus();
          }}
        >
          {text.close}
        </a>
      </p>
    </>
  );
}

/** Scrolls to the card once it is marked, unless it is on the screen. */
function showCard(anchor: string): void {
  requestAnimationFrame(() => {
    const card = document.getElementById(anchor);
    if (card && card.getBoundingClientRect().top > window.innerHeight / 2) card.scrollIntoView();
  });
}

interface CheapestWayProps extends Pick<PricedList, 'list' | 'billing'> {
  result: SearchResult;
}

function CheapestWay({ result, list, billing }: CheapestWayProps) {
  const { pricing } = useText();
  const text = usePageText('planDetails').featureSearch;
  const priceOptions = usePriceOptions(list.app, billing.period);
  const { locale, currency, shown } = priceOptions;
  if (result.plans.some(({ version, addOn }) => version.current && addOn === null)) return text.yourPlanHasIt;
  const { cheapest, plans } = result;
  // The prices of plans without a total: on request, or in words.
  if (!cheapest) {
    const prices = plans.map(({ version, addOn }) =>
      formatPrice(addOn && !isPriced(addOn.price) ? addOn.price : version, priceOptions),
    );
    return [...new Set(prices)].join(' · ');
  }
  const price =
    cheapest.total === 0
      ? pricing.free
      : pricing.price.inPeriod(formatMoney(locale, currency, cheapest.total ?? 0), shown);
  const plan = cheapest.addOn
    ? text.planAndAddOn(cheapest.version.title, cheapest.addOn.title)
    : cheapest.version.title;
  return interpolate(text.cheapest, [plan, price]);
}

interface FeatureMarkProps extends PricedList {
  /** ID of a feature or an add-on. */
  featureId: string;
  versionId: string;
}

/** Says on a plan's card whether the plan has what was chosen in the search. */
export function FeatureMark({ list, featureId, versionId, seats, billing }: FeatureMarkProps) {
  const { pricing } = useText();
  const text = usePageText('planDetails').featureSearch;
  const priceOptions = usePriceOptions(list.app, billing.period);
  const format = useContentFormat();
  const formatAddOnPrice = ({ price, quantity }: NonNullable<PlanMatch['addOn']>) => {
    const one = formatPrice(price, priceOptions);
    return quantity > 1 ? pricing.times(quantity, one) : one;
  };
  const result = findResult(list, featureId, { ...priceOptions, users: seats });
  if (!result) return null;
  const match = result.plans.find(({ version }) => version.id === versionId);
  const amount = match?.content && formatContent(match.content, format);
  const matchIcon = match?.addOn ? 'plus' : 'tick';
  const icon = match ? matchIcon : 'dash';
  return (
    <p
      className={classNames(
        'mt-6 flex gap-2.5 border-s-2 ps-3 text-small',
        match ? 'border-rule font-medium' : 'border-line text-soft',
      )}
    >
      <Icon name={icon} className="mt-0.5" />
      <span>
        {!match && interpolate(text.notIncluded, [result.title])}
        {match?.addOn && interpolate(text.withAddOn, [result.title, formatAddOnPrice(match.addOn)])}
        {match && !match.addOn && (
          <>
            <CatalogText>{result.title}</CatalogText>
            {amount && (
              <>
                {': '}
                <AmountText>{amount}</AmountText>
              </>
            )}
          </>
        )}
      </span>
    </p>
  );
}
