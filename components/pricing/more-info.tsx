'use client';

import { useText } from '@/components/text/text-provider';
import { linkLook } from '@/components/ui/text-link';

/** `more_info` is text whose points are parted by a bar or a new line. */
export function MoreInfo({ text, title }: { text: string; title: string }) {
  const { pricing } = useText();
  const points = text
    .split(/[|\n]/)
    .map((point) => point.trim())
    .filter(Boolean);
  if (points.length === 0) return null;
  return (
    <details className="group pt-6">
      <summary className="w-fit text-small">
        <span className={linkLook}>{pricing.moreInfo}</span>
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
          {[...new Set(points)].map((point) => (
            <li key={point} className="pt-1">
              <bdi>{point}</bdi>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
