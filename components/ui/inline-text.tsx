import { classNames } from './class-names';

/** A URL or an ID, which reads from left to right in every language. */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <code dir="ltr" className={classNames('text-[0.92em] [overflow-wrap:anywhere]', className)}>
      {children}
    </code>
  );
}

/** What a person has written, such as a reason. */
export function Quote({ className, children }: { className?: string; children: string }) {
  return (
    <q className={className}>
      <bdi>{children}</bdi>
    </q>
  );
}
