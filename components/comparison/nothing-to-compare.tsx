'use client';

import { useText } from '@/components/text/text-provider';
import { Button } from '@/components/ui/button';

/** Nothing was ever listed. */
export function NothingToCompare({ title, body }: { title?: string; body?: string }) {
  const { comparison } = useText();
  return (
    <div className="border-t-2 border-rule pt-4 pb-16">
      <h2 className="text-head">{title ?? comparison.noFeatures.title}</h2>
      <p className="mt-2 max-w-[60ch] text-soft">{body ?? comparison.noFeatures.body}</p>
    </div>
  );
}

interface NothingLeftProps {
  searched: boolean;
  plans: number;
  onShowAll: () => void;
}

/** The filter left nothing: says which one, and takes it away. */
export function NothingLeft({ searched, plans, onShowAll }: NothingLeftProps) {
  const { comparison } = useText();
  return (
    <div className="py-12">
      <h2 className="text-head">{searched ? comparison.noMatch.title : comparison.noDifferences.title}</h2>
      <p className="mt-2 max-w-[60ch] text-soft">
        {searched ? comparison.noMatch.body : comparison.noDifferences.body(plans)}
      </p>
      <Button className="mt-6" onClick={onShowAll}>
        {comparison.noDifferences.action}
      </Button>
    </div>
  );
}
