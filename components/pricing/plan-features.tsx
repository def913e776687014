'use client';

import { AmountText } from '@/components/feature-content/amount-text';
import { splitMoreInfo } from '@/components/feature-content/feature-content';
import { useContentFormat } from '@/components/feature-content/use-content-format';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { Icon } from '@/components/ui/icon';
import { linkClassName, TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import { formatContent, isNamedByUnit } from '@/lib/format/localized-amount';
import type { PlanFeature, PlanInheritance } from './plan-inheritance';

const maxShownFeatures = 8;

/** The features of a plan, or those it adds to its base plan. */
export function PlanFeatures({ inheritance }: { inheritance: PlanInheritance }) {
  const { basePlan, addedFeatures, featureCount, limitCount } = inheritance;
  const { pricing, comparison, ui } = useText();
  if (!basePlan && addedFeatures.length === 0) return <p className="text-soft">{pricing.noFeatures}</p>;
  const shown = addedFeatures.slice(0, maxShownFeatures);
  return (
    <>
      <p className="pb-2 text-soft">
        {basePlan
          ? interpolate(addedFeatures.length > 0 ? pricing.everythingInPlus : pricing.sameFeaturesAs, [
              <bdi key="plan" className="font-medium text-ink">
                {basePlan.title}
              </bdi>,
            ])
          : [
              pricing.featureCount(featureCount),
              ...(limitCount > 0 ? [comparison.limitCount(limitCount, limitCount)] : []),
            ].join(ui.comma)}
      </p>
      {shown.length > 0 && (
        <ul className="border-b border-line">
          {shown.map((feature) => (
            <li key={feature.id} className="flex gap-2.5 border-t border-line py-1.5">
              <Icon name={basePlan ? 'plus' : 'tick'} className="mt-1 text-soft" />
              <FeatureLine feature={feature} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The title and the amount, or only the amount where it names the feature: "400 recipes". */
function FeatureLine({ feature: { title, content } }: { feature: PlanFeature }) {
  const amount = formatContent(content, useContentFormat());
  if (amount && isNamedByUnit(title, content)) {
    return (
      <span className="figures min-w-0 grow">
        <AmountText>{amount}</AmountText>
      </span>
    );
  }
  return (
    <span className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
      <bdi>{title}</bdi>
      {amount && (
        <span className="figures text-soft">
          <AmountText>{amount}</AmountText>
        </span>
      )}
    </span>
  );
}

/** Links to the comparison. `title` is the title of the plan. */
export function AllFeaturesLink({ inheritance, title }: { inheritance: PlanInheritance; title: string }) {
  const { pricing } = useText();
  const hiddenCount = inheritance.addedFeatures.length - maxShownFeatures;
  const { featureCount, limitCount } = inheritance;
  if (featureCount + limitCount === 0) return null;
  return (
    <p className="pt-3 text-small print:hidden">
      {hiddenCount > 0 && <span className="text-soft">{pricing.andMore(hiddenCount)} · </span>}
      <TextLink href={pageUrls.compare()} prefetch={false}>
        {limitCount > 0 ? pricing.seeAllContents : pricing.seeAll(featureCount)}
        <span className="sr-only"> {interpolate(pricing.ofPlan, [<bdi key="of">{title}</bdi>])}</span>
      </TextLink>
    </p>
  );
}

/** The `more_info` of a version: text, or a list of points. */
export function MoreInfo({ text, title }: { text: string; title: string }) {
  const { pricing } = useText();
  const points = splitMoreInfo(text);
  if (points.length === 0) return null;
  return (
    <details className="group pt-6">
      <summary className="w-fit text-small">
        <span className={linkClassName}>{pricing.moreInfo}</span>
        <span className="sr-only">
          : <bdi>{title}</bdi>
        </span>
      </summary>
      {points.length === 1 ? (
        <p className="pt-2 text-small text-soft">
          <bdi>{points[0]}</bdi>
        </p>
      ) : (
        <ul className="list-disc ps-4 pt-2 text-small text-soft marker:text-edge">
          {points.map((point) => (
            <li key={point} className="pt-1">
              <bdi>{point}</bdi>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
