'use client';

import {
  AmountText,
  ContentChange,
  ContentLine,
  useContentFormat,
} from '@/components/feature-content/feature-content';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useText } from '@/components/i18n/text-provider';
import { classNames } from '@/components/ui/class-names';
import { linkClassName, TextButton } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import { formatContent, formatContentChange, isAtLeast, isSameContent } from '@/lib/format/localized-amount';
import { type PlanFeature, type PlanInheritance, selectDifferences } from './plan-inheritance';

interface PlanFeaturesProps {
  inheritance: PlanInheritance;
  /** Title of the plan. */
  title: string;
  expanded: boolean;
  /** `id` of the list. */
  listId: string;
}

/** The features of a plan, or those it adds to its base plan. A phone shows the strongest ones until they are expanded. */
export function PlanFeatures({ inheritance, expanded, listId }: PlanFeaturesProps) {
  const { addedFeatures, changedFeatures, inheritedFeatures, strongestFeatures, basePlan } = inheritance;
  const { pricing } = useText();
  if (!basePlan && addedFeatures.length + inheritedFeatures.length === 0) {
    return <p className="text-soft">{pricing.noFeatures}</p>;
  }
  const shown = expanded
    ? { added: addedFeatures, changed: changedFeatures }
    : selectDifferences(inheritance);
  const hiddenCount = addedFeatures.length - shown.added.length;
  const planName = <PlanName key="plan">{basePlan?.title}</PlanName>;
  const icon = basePlan || inheritedFeatures.length > 0 ? 'plus' : 'tick';
  return (
    <div id={listId}>
      <p className="pb-2 text-soft">
        <FeaturesHeading inheritance={inheritance} />
      </p>
      {!expanded && <FeatureList features={strongestFeatures} icon={icon} className="hidden phone:block" />}
      <FeatureList features={shown.added} icon={icon} className={expanded ? undefined : 'phone:hidden'} />
      {hiddenCount > 0 && <p className="hidden pt-2 print:block">{pricing.andMore(hiddenCount)}</p>}
      {basePlan && changedFeatures.length > 0 && (
        <>
          <p className="pt-5 pb-2 text-soft">{interpolate(pricing.differentFrom, [planName])}</p>
          <FeatureList features={shown.changed} icon="dash" />
        </>
      )}
      {expanded && inheritedFeatures.length > 0 && (
        <>
          <p className="pt-5 pb-2 text-soft">
            {basePlan ? interpolate(pricing.asIn, [planName]) : pricing.inEveryPlan(inheritedFeatures.length)}
          </p>
          <FeatureList features={inheritedFeatures} icon="tick" />
        </>
      )}
    </div>
  );
}

/** The title of a plan in a text. */
function PlanName({ children }: { children: string | undefined }) {
  return <CatalogText className="font-medium text-ink">{children}</CatalogText>;
}

function FeaturesHeading({ inheritance }: Pick<PlanFeaturesProps, 'inheritance'>) {
  const {
    basePlan,
    exceptions,
    addedFeatures,
    changedFeatures,
    inheritedFeatures,
    featureCount,
    limitCount,
  } = inheritance;
  const { pricing, ui } = useText();
  if (!basePlan) {
    const sharedCount = inheritedFeatures.length;
    if (sharedCount > 0) {
      return addedFeatures.length > 0 ? pricing.sharedPlus(sharedCount) : pricing.sharedOnly(sharedCount);
    }
    const limits = limitCount > 0 ? [pricing.limitCount(limitCount, limitCount)] : [];
    return [pricing.featureCount(featureCount), ...limits].join(ui.comma);
  }
  const plan = <PlanName key="plan">{basePlan.title}</PlanName>;
  if (addedFeatures.length === 0) {
    return interpolate(changedFeatures.length > 0 ? pricing.asIn : pricing.sameFeaturesAs, [plan]);
  }
  if (exceptions.length === 0) return interpolate(pricing.everythingInPlus, [plan]);
  return interpolate(pricing.everythingInExceptPlus, [
    plan,
    <CatalogText key="exceptions" className="text-ink">
      {exceptions.join(ui.comma)}
    </CatalogText>,
  ]);
}

const iconClassNames = { plus: '*:icon-plus', tick: '*:icon-tick', dash: '*:icon-dash' };

interface FeatureListProps {
  features: PlanFeature[];
  icon?: keyof typeof iconClassNames;
  className?: string | undefined;
}

export function FeatureList({ features, icon, className }: FeatureListProps) {
  if (features.length === 0) return null;
  return (
    <ul
      className={classNames(
        'border-b border-line *:flex *:break-inside-avoid *:gap-2.5 *:border-t *:border-line *:py-1.5',
        icon && `*:before:mt-1 *:before:bg-soft ${iconClassNames[icon]}`,
        className,
      )}
    >
      {features.map((feature) => (
        <li key={feature.id}>
          <FeatureLine feature={feature} />
        </li>
      ))}
    </ul>
  );
}

/** The title and the amount, or only the amount where it names the feature: "400 recipes, up from 25". */
function FeatureLine({ feature: { title, content, baseContent } }: { feature: PlanFeature }) {
  const { amounts, ui } = useText();
  const format = useContentFormat();
  const amount = formatContent(content, format);
  const hasOther = baseContent !== null && !isSameContent(content, baseContent);
  const isHigher = hasOther && isAtLeast(content, baseContent);
  const before = isHigher ? formatContentChange(baseContent, content, format)[0] : null;
  const upFrom = before && (
    <span className="text-soft">
      {ui.comma}
      {interpolate(amounts.upFrom, [<AmountText key="before">{before}</AmountText>])}
    </span>
  );
  if (hasOther && !isHigher) {
    return (
      <ContentLine
        title={title}
        content={content}
        amount={<ContentChange from={baseContent} to={content} />}
      />
    );
  }
  return (
    <ContentLine title={title} content={content} amount={amount}>
      {upFrom}
    </ContentLine>
  );
}

interface AllFeaturesButtonProps extends PlanFeaturesProps {
  onToggle: (button: HTMLElement) => void;
}

/** The list without JavaScript makes the page larger. A longer one is a link to the comparison. */
const maxFeaturesWithoutScript = 100;

/** Shows all features in place. */
export function AllFeaturesButton(props: AllFeaturesButtonProps) {
  const { inheritance, title, expanded, listId, onToggle } = props;
  const { addedFeatures, changedFeatures, inheritedFeatures, strongestFeatures, featureCount, limitCount } =
    inheritance;
  const { pricing } = useText();
  const seeAll = limitCount > 0 ? pricing.seeAllContents : pricing.seeAll(featureCount);
  const shown = selectDifferences(inheritance);
  const hasInherited = inheritedFeatures.length > 0 || changedFeatures.length > shown.changed.length;
  const hasMore = addedFeatures.length > shown.added.length || hasInherited;
  const hasMoreOnPhone = addedFeatures.length > strongestFeatures.length || hasInherited;
  if (!hasMoreOnPhone) return null;
  const hiddenOnPhone = addedFeatures.length - strongestFeatures.length;
  const all = [...addedFeatures, ...changedFeatures, ...inheritedFeatures];
  return (
    <div className={classNames('screen-only pt-3 text-small', !hasMore && 'middle:hidden')}>
      <noscript>
        {all.length > maxFeaturesWithoutScript ? (
          <a href={pageUrls.compare()} className={linkClassName}>
            {seeAll}
          </a>
        ) : (
          <details>
            <summary className={`w-fit ${linkClassName}`}>{seeAll}</summary>
            <FeatureList features={all} className="pt-2" />
          </details>
        )}
      </noscript>
      <TextButton
        aria-expanded={expanded}
        aria-controls={listId}
        onClick={({ currentTarget }) => onToggle(currentTarget)}
      >
        {expanded ? (
          pricing.seeFewer
        ) : (
          <>
            <span className={hiddenOnPhone > 0 ? 'phone:hidden' : undefined}>{seeAll}</span>
            {hiddenOnPhone > 0 && (
              <span className="hidden phone:inline">{pricing.andMore(hiddenOnPhone)}</span>
            )}
          </>
        )}
        <span className="sr-only"> {interpolate(pricing.ofPlan, [title])}</span>
      </TextButton>
    </div>
  );
}
