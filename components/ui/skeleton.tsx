'use client';

import type { ReactNode } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { classNames } from './class-names';

/** A placeholder bar for text. Give it the height and width of the text to avoid a layout shift. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('breathing block', className)} />;
}

interface SkeletonListProps {
  rowCount: number;
  rowClassName: string;
  className?: string;
  /** The bars of a row. */
  children: ReactNode;
}

/** Announces that a list loads, and shows rows in its place. */
export function SkeletonList({ rowCount, rowClassName, className, children }: SkeletonListProps) {
  const { ui } = useText();
  return (
    <div aria-busy="true" role="status" aria-label={ui.loading} className={className}>
      {Array.from({ length: rowCount }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same
        <div key={row} className={rowClassName}>
          {children}
        </div>
      ))}
    </div>
  );
}

/** The rows of any list. */
export function ListSkeleton() {
  return (
    <SkeletonList
      rowCount={5}
      rowClassName="flex justify-between gap-8 border-b border-line py-5"
      className="border-t-2 border-line"
    >
      <Skeleton className="h-5 w-56" />
      <Skeleton className="h-5 w-24" />
    </SkeletonList>
  );
}
