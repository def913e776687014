import { classNames } from './class-names';

/** A placeholder bar for text. Give it the height and width of the text to avoid a layout shift. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classNames('breathing block', className)} />;
}
