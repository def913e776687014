'use client';

import { ContentLine, useContentFormat } from '@/components/feature-content/feature-content';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { CollapsedList } from '@/components/ui/collapsed-list';
import { ContactLinks } from '@/components/ui/contact-links';
import { formatContent } from '@/lib/format/localized-amount';
import { formatList } from '@/lib/format/plurals';
import type { AddOnItem, ListedAddOn } from './collect-add-ons';

interface AddOnContentProps {
  addOn: Omit<ListedAddOn, 'prices'>;
  titleId: string;
  headingLevel: 'h2' | 'h3';
}

/** Title and description of an add-on, what it includes, and the add-ons that it depends on. */
export function AddOnContent({ addOn, titleId, headingLevel: Title }: AddOnContentProps) {
  const addOns = usePageText('account').addOns;
  const { locale } = useDateFormatOptions();
  const { title, description, items, notes, requires, excludes } = addOn;
  return (
    <div className="max-w-[60ch]">
      <Title id={titleId} className="font-medium">
        <CatalogText>{title}</CatalogText>
      </Title>
      {description && (
        <p className="text-soft">
          <CatalogText>
            <ContactLinks>{description}</ContactLinks>
          </CatalogText>
        </p>
      )}
      {items.length > 0 && <AddOnItems items={items} />}
      {notes.map((note) => (
        <p key={note} className="pt-1 text-small text-soft">
          <CatalogText>
            <ContactLinks>{note}</ContactLinks>
          </CatalogText>
        </p>
      ))}
      <RelatedAddOns titles={requires} text={addOns.requires} locale={locale} />
      <RelatedAddOns titles={excludes} text={addOns.excludes} locale={locale} />
    </div>
  );
}

const maxShownItems = 8;

/** What the add-on includes. A long list is collapsed after the first items. */
function AddOnItems({ items }: { items: AddOnItem[] }) {
  const addOns = usePageText('account').addOns;
  return (
    <div className="pt-1">
      <CollapsedList items={items} max={maxShownItems} className="text-small">
        {(shown) => <ItemList label={addOns.includes} items={shown} />}
      </CollapsedList>
    </div>
  );
}

function ItemList({ label, items }: { label: string; items: readonly AddOnItem[] }) {
  const format = useContentFormat();
  return (
    <ul aria-label={label} className="*:icon-plus *:flex *:gap-2.5 *:pt-1 *:before:mt-1 *:before:bg-soft">
      {items.map(({ id, title, content, isAddition }) => (
        <li key={id}>
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

interface RelatedAddOnsProps {
  titles: string[];
  text: (addOns: string) => string;
  locale: string;
}

/** A dependency or an exclusion, as a sentence. */
function RelatedAddOns({ titles, text, locale }: RelatedAddOnsProps) {
  if (titles.length === 0) return null;
  return <p className="pt-2 text-small">{interpolate(text, [formatList(locale, titles)])}</p>;
}
