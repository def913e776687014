'use client';

import { useText } from '@/components/text/text-provider';
import { linkLook } from '@/components/ui/text-link';
import type { ProductPreview } from '@/lib/contract/product-preview';

const shownAtMost = 6;

/** What a second pair of eyes would point out before this goes public. */
export function PreviewChecks({ checks }: { checks: ProductPreview['checks'] }) {
  const text = useText();
  return (
    <section aria-labelledby="preview-checks" className="border-t-2 border-rule pt-3">
      <h2 id="preview-checks" className="text-head">
        {text.preview.checks}
      </h2>
      <p role="status" className="mt-1 text-soft">
        {checks.length === 0 ? text.preview.allGood : text.preview.findings(checks.length)}
      </p>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-x-8">
        {checks.map(({ code, subjects }) => (
          <li key={code} className="border-t border-line py-3">
            <h3 className="font-medium">{text.preview.check[code]}</h3>
            <p className="text-small text-soft">{text.preview.checkMeans[code]}</p>
            <Subjects titles={subjects.slice(0, shownAtMost)} />
            {subjects.length > shownAtMost && (
              <details className="text-small">
                <summary className={`mt-1 inline-block ${linkLook}`}>
                  {text.preview.andMore(subjects.length - shownAtMost)}
                </summary>
                <Subjects titles={subjects.slice(shownAtMost)} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Subjects({ titles }: { titles: string[] }) {
  return (
    <ul className="mt-2 text-small">
      {titles.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may be alike, which one of the checks is about
        <li key={at} className="break-words">
          <bdi>{title}</bdi>
        </li>
      ))}
    </ul>
  );
}
