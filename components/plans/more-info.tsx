'use client';

import { splitMoreInfo } from '@/components/feature-content/feature-content';
import { CatalogText } from '@/components/i18n/catalog-text';
import { useText } from '@/components/i18n/text-provider';
import { ContactLinks } from '@/components/ui/contact-links';
import { linkClassName, SpokenSubject } from '@/components/ui/text-link';

/** The `more_info` of a version: text, or a list of points. */
export function MoreInfo({ text, title }: { text: string; title: string }) {
  const { pricing } = useText();
  const points = splitMoreInfo(text);
  if (points.length === 0) return null;
  return (
    <details className="group pt-6">
      <summary className="w-fit text-small">
        <span className={linkClassName}>{pricing.moreInfo}</span>
        <SpokenSubject>{title}</SpokenSubject>
      </summary>
      {points.length === 1 ? (
        <p className="pt-2 text-small text-soft">
          <CatalogText>
            <ContactLinks>{points[0] ?? ''}</ContactLinks>
          </CatalogText>
        </p>
      ) : (
        <ul className="list-disc ps-4 pt-2 text-small text-soft marker:text-edge">
          {points.map((point) => (
            <li key={point} className="pt-1">
              <CatalogText>
                <ContactLinks>{point}</ContactLinks>
              </CatalogText>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
