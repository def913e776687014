import type { ReactNode } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { getRequestLocale, getRequestText } from '@/components/i18n/server-text';
import { classNames } from '@/components/ui/class-names';
import { linkClassName } from '@/components/ui/text-link';
import { getPlanAnchor } from '@/lib/client/page-urls';
import type { UsageFit, VersionEntry, VersionList } from '@/lib/contract/versions';
import { formatMoney } from '@/lib/format/money';

type Fit = UsageFit['versions'][string];

interface PlansForUsageProps {
  list: VersionList['data'];
  fit: UsageFit;
}

/** The cheapest plan that holds what the account uses, and how each plan does. Only the server renders it. */
export function PlansForUsage({ list, fit }: PlansForUsageProps) {
  const { plansForUsage: text, pricing, ui } = getRequestText();
  const locale = getRequestLocale();
  const titles = new Map(list.matrix?.features.map(({ id, title }) => [id, title]));
  const plans = list.versions.flatMap((version) => {
    const own = fit.versions[version.id];
    return own ? [{ version, own }] : [];
  });
  const cheapest = plans.find(({ version }) => version.id === fit.cheapest_version_id);
  const join = (items: ReactNode[]) =>
    items.flatMap((item, index) => (index > 0 ? [ui.comma, item] : [item]));
  const nameAddOns = ({ optional_features: addOns }: Fit) =>
    join(
      addOns.map(({ id, title, quantity }) => (
        <span key={id}>
          {quantity > 1 ? (
            interpolate((name) => pricing.times(quantity, name), [title])
          ) : (
            <CatalogText>{title}</CatalogText>
          )}
        </span>
      )),
    );
  const namePlan = ({ title, replaced_by: replacedBy }: VersionEntry) => (
    <CatalogText>{replacedBy === null ? title : pricing.earlierPlan(title)}</CatalogText>
  );
  const formatTotal = ({ total }: Fit) => {
    if (!total) return pricing.onRequest;
    if (total.amount === 0) return pricing.free;
    const amount = formatMoney(locale, list.app, total.amount);
    return pricing.price.inPeriod(amount, total.billing_period);
  };
  const describeFit = (own: Fit) => {
    if (!own.fits) {
      const names = own.exceeded.map((id) => <CatalogText key={id}>{titles.get(id) ?? id}</CatalogText>);
      return interpolate(text.exceeds, [join(names)]);
    }
    const addOns = nameAddOns(own);
    return addOns.length === 0 ? text.fits : interpolate(text.fitsWith, [addOns]);
  };
  const users = plans.find(({ own: { total } }) => total && total.user_fee > 0)?.own.total?.users ?? 1;
  return (
    <section
      aria-labelledby="plans-for-usage"
      className="mb-10 grid gap-x-8 border-line border-t pt-1.5 text-small middle:grid-cols-2 wide:grid-cols-4"
    >
      <h2 id="plans-for-usage" className="py-1.5 font-normal text-soft">
        {text.title}
      </h2>
      <div className="wide:col-span-2">
        {cheapest ? (
          <p className="figures flex min-h-11 flex-wrap content-center justify-between gap-x-6">
            <span>
              <a
                href={`#${getPlanAnchor(cheapest.version)}`}
                className={classNames(linkClassName, 'font-medium')}
              >
                {namePlan(cheapest.version)}
              </a>
              {cheapest.own.optional_features.length > 0 && <> + {nameAddOns(cheapest.own)}</>}
            </span>
            <span className="font-medium">{formatTotal(cheapest.own)}</span>
          </p>
        ) : (
          <p className="min-h-11 content-center">{text.none}</p>
        )}
        <details>
          <summary className={classNames('inline-block min-h-11 content-center print:hidden', linkClassName)}>
            {text.all}
          </summary>
          <ul className="border-line border-b">
            {plans.map(({ version, own }) => (
              <li
                key={version.id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-t py-1.5"
              >
                <span>
                  <span className="font-medium">{namePlan(version)}</span>
                  <span className="block text-soft">{describeFit(own)}</span>
                </span>
                {own.fits && <span className="figures">{formatTotal(own)}</span>}
              </li>
            ))}
          </ul>
          {users > 1 && <p className="pt-1.5 text-soft">{pricing.forSeats(users)}</p>}
          {plans.some(({ own }) => !own.complete) && <p className="pt-1.5 text-soft">{text.incomplete}</p>}
        </details>
      </div>
    </section>
  );
}
