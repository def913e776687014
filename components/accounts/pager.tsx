import { TextLink } from '@/components/ui/text-link';

interface PagerLink {
  href: string;
  label: string;
}

/** Links to other pages of a list. */
export function Pager({ first, next }: { first: PagerLink | false; next: PagerLink | false }) {
  const links = [first, next].filter((link) => link !== false);
  return (
    <p className="screen-only flex flex-wrap gap-x-8 gap-y-3 pt-6 pb-16">
      {links.map(({ href, label }) => (
        <TextLink key={href} href={href}>
          {label}
        </TextLink>
      ))}
    </p>
  );
}
