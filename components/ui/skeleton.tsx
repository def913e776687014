import { classNames } from './class-names';

/** A bar where text will stand. Give it the line's own height and width, so that nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('breathing block', className)} />;
}
