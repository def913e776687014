'use client';

import { ContentLine } from '@/components/feature-content/content-line';
import { useContentFormat } from '@/components/feature-content/use-content-format';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { Icon } from '@/components/ui/icon';
import { linkClassName } from '@/components/ui/text-link';
import { formatContent } from '@/lib/format/localized-amount';
import { formatList } from '@/lib/format/plurals';
import type { ListedOffer, OfferItem } from './collect-offers';
import { useOptionalFeaturesText } from './use-optional-features-text';

interface OfferContentProps {
  offer: Omit<ListedOffer, 'prices'>;
  titleId: string;
  headingLevel: 'h2' | 'h3';
}

/** Title and description of an offer, what it includes, and the offers that it depends on. */
export function OfferContent({ offer, titleId, headingLevel: Title }: OfferContentProps) {
  const optionalFeatures = useOptionalFeaturesText();
  const { locale } = useDateFormatOptions();
  const { title, description, items, notes, requires, excludes } = offer;
  return (
    <div className="max-w-[60ch]">
      <Title id={titleId} className="font-medium">
        <bdi>{title}</bdi>
      </Title>
      {description && (
        <p className="text-soft">
          <bdi>{description}</bdi>
        </p>
      )}
      {items.length > 0 && <OfferItems items={items} />}
      {notes.map((note) => (
        <p key={note} className="pt-1 text-small text-soft">
          <bdi>{note}</bdi>
        </p>
      ))}
      <RelatedOffers titles={requires} text={optionalFeatures.requires} locale={locale} />
      <RelatedOffers titles={excludes} text={optionalFeatures.excludes} locale={locale} />
    </div>
  );
}

const maxShownItems = 8;

/** What the offer includes. A long list is collapsed after the first items. */
function OfferItems({ items }: { items: OfferItem[] }) {
  const optionalFeatures = useOptionalFeaturesText();
  const shown = items.length <= maxShownItems + 1 ? items : items.slice(0, maxShownItems);
  const hidden = items.slice(shown.length);
  return (
    <div className="pt-1">
      <ItemList label={optionalFeatures.includes} items={shown} />
      {hidden.length > 0 && (
        <details>
          <summary className={`mt-1 inline-block text-small ${linkClassName}`}>
            {optionalFeatures.andMore(hidden.length)}
          </summary>
          <ItemList label={optionalFeatures.includes} items={hidden} />
        </details>
      )}
    </div>
  );
}

function ItemList({ label, items }: { label: string; items: OfferItem[] }) {
  const format = useContentFormat();
  return (
    <ul aria-label={label}>
      {items.map(({ id, title, content, isAddition }) => (
        <li key={id} className="flex gap-2.5 pt-1">
          <Icon name="plus" className="mt-1 text-soft" />
          <ContentLine
            title={title}
            content={content}
            amount={formatContent(content, { ...format, signed: isAddition })}
          />
        </li>
      ))}
    </ul>
  );
}

interface RelatedOffersProps {
  titles: string[];
  text: (addOns: string) => string;
  locale: string;
}

/** A dependency or an exclusion, as a sentence. */
function RelatedOffers({ titles, text, locale }: RelatedOffersProps) {
  if (titles.length === 0) return null;
  return (
    <p className="pt-2 text-small">
      {interpolate(text, [<bdi key="titles">{formatList(locale, titles)}</bdi>])}
    </p>
  );
}
