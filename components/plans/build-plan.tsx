'use client';

import dynamic from 'next/dynamic';
import { useId } from 'react';
import { AddOnContent } from '@/components/add-ons/add-on-content';
import { toListedAddOn } from '@/components/add-ons/collect-add-ons';
import { collectRequired } from '@/components/feature-search/search-features';
import { usePageText } from '@/components/i18n/page-text';
import { PlanAction } from '@/components/pricing/plan-action';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { Receipt } from '@/components/receipt/receipt';
import { buttonClassName } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { builtPlanSearchParams, pageUrls, priceSearchParams } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AddOn } from '@/lib/contract/versions';
import { formatPrice } from '@/lib/pricing/format-price';
import { isPriced } from '@/lib/pricing/price';
import { buildReceipt } from '@/lib/pricing/receipt';
import type { BuildPlanProps } from './account-build-plan';
import { BuildPlanLayout } from './build-plan-layout';

/** A script of its own, because visitors turn nothing on. */
const AccountBuildPlan = dynamic(() =>
  import('./account-build-plan').then((module) => module.AccountBuildPlan),
);

/** A plan without features as its add-ons with their total. An account that has the plan turns them on and off. */
export function BuildPlan({ addOns, ...props }: BuildPlanProps) {
  return addOns && props.version.current ? (
    <AccountBuildPlan {...props} addOns={addOns} />
  ) : (
    <ChosenAddOns {...props} />
  );
}

type ChosenAddOnsProps = Pick<BuildPlanProps, 'list' | 'version' | 'seats' | 'billing' | 'action'>;

/** The add-ons that can be chosen, and the total of those that are. Without JavaScript, the buttons are links. */
function ChosenAddOns({ list, version, seats, billing, action }: ChosenAddOnsProps) {
  const text = usePageText('planDetails').buildPlan;
  const titleId = useId();
  const [price] = useSearchParams(priceSearchParams);
  const [{ addons }, setSearchParams] = useSearchParams(builtPlanSearchParams);
  const { matrix, app } = list;
  const offered = matrix?.offers.filter(({ versions }) => versions[version.id]) ?? [];
  const chosen = offered.filter(({ human_id }) => addons.includes(human_id));
  const priceOptions = usePriceOptions(app, billing.period);
  const state = {
    title: version.title,
    billed: billing.period,
    plan: version,
    addOns: chosen.flatMap(({ id, title, versions, min_quantity, max_quantity }) => {
      const addOnPrice = versions[version.id];
      const quantity = max_quantity > 1 ? min_quantity : null;
      return addOnPrice ? [{ id, title, quantity, price: addOnPrice }] : [];
    }),
  };
  const { totals } = buildReceipt([state], { app: app.billing_period, shown: billing.period, users: seats });
  return (
    <BuildPlanLayout
      lead={text.lead}
      total={totals[0] ?? null}
      period={billing.period}
      app={app}
      selection={{
        title: text.selection,
        content: (
          <>
            <div role="status" className="text-small">
              <Receipt states={[state]} period={billing.period} app={app} users={seats} />
            </div>
            <div className="screen-only pt-5 empty:hidden">
              <PlanAction
                {...action}
                version={version}
                primary
                app={app}
                seats={seats}
                billing={billing}
                addOns={chosen.map(({ human_id }) => human_id)}
                className="w-full"
              />
            </div>
          </>
        ),
      }}
    >
      <ul>
        {offered.map((addOn) => {
          const isChosen = chosen.includes(addOn);
          const next = toggle(offered, chosen, addOn);
          const addOnPrice = addOn.versions[version.id];
          const id = `${titleId}-${addOn.human_id}`;
          return (
            <li
              key={addOn.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-8 gap-y-2 border-line border-t py-4 *:first:col-span-2 middle:grid-cols-[minmax(0,1fr)_14rem_8.5rem] middle:*:first:col-span-1"
            >
              {matrix && (
                <AddOnContent
                  titleId={id}
                  headingLevel="h3"
                  addOn={toListedAddOn(
                    addOn,
                    matrix,
                    addOnPrice ? [{ price: addOnPrice, plans: [version] }] : [],
                  )}
                />
              )}
              <p className="figures text-soft middle:text-end">
                {addOnPrice && formatPrice(addOnPrice, priceOptions)}
              </p>
              {addOnPrice && isPriced(addOnPrice) && (
                <a
                  href={pageUrls.plans({ ...price, addons: next })}
                  aria-describedby={id}
                  className={buttonClassName('outlined', 'screen-only scroll-mb-16 aria-current:bg-sunk')}
                  aria-current={isChosen || undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    setSearchParams({ addons: next });
                  }}
                >
                  <Icon name={isChosen ? 'tick' : 'plus'} />
                  {isChosen ? text.remove : text.add}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </BuildPlanLayout>
  );
}

/**
 * IDs of the chosen add-ons, with or without one. Those that it requires are added; those that exclude or require it
 * are removed.
 */
function toggle(offered: AddOn[], chosen: AddOn[], addOn: AddOn): string[] {
  const isLeft = (other: AddOn) =>
    chosen.includes(addOn)
      ? !collectRequired(offered, other.id).includes(addOn)
      : !other.excludes.includes(addOn.id) && !addOn.excludes.includes(other.id);
  const added = chosen.includes(addOn) ? [] : collectRequired(offered, addOn.id);
  const next = new Set([...chosen.filter(isLeft), ...added]);
  return offered.filter((other) => next.has(other)).map(({ human_id }) => human_id);
}
