import { CatalogText } from '@/components/i18n/catalog-text';

/** Says what a control with a short label is about: "Decline: Kitchen". Only screen readers need it. */
export function SpokenSubject({ separator = ': ', children }: { separator?: ': ' | ' '; children: string }) {
  return (
    <span className="sr-only">
      {separator}
      <CatalogText>{children}</CatalogText>
    </span>
  );
}
