'use client';

import { useText } from '@/components/text/text-provider';
import { CheckField } from '@/components/ui/check-field';
import type { Columns } from './arrange-columns';
import type { CompareState } from './use-compare-state';

/** Which plans stand side by side, where there is room for more than two. */
export function PlanChoice({ state, arranged: { all, chosen } }: { state: CompareState; arranged: Columns }) {
  const { comparison } = useText();
  const show = (tag: string, wanted: boolean) => {
    const tags = all
      .filter((each) => (each.tag === tag ? wanted : chosen.includes(each)))
      .map((each) => each.tag);
    // An address that names all of them would miss the next one to be published.
    if (tags.length > 0) state.showPlans(tags.length === all.length ? [] : tags);
  };
  return (
    <fieldset className="hidden min-w-0 basis-full narrow:block wide:basis-auto">
      <legend className="float-start me-6 flex min-h-11 items-center text-small text-soft">
        {comparison.plansShown}
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {all.map((version) => {
          const shown = chosen.includes(version);
          return (
            <CheckField
              key={version.id}
              checked={shown}
              aria-disabled={(shown && chosen.length === 1) || undefined}
              onChange={(event) => show(version.tag, event.currentTarget.checked)}
            >
              <bdi>{version.title}</bdi>
            </CheckField>
          );
        })}
      </div>
    </fieldset>
  );
}
