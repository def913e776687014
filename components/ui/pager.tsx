import { TextLink } from './text-link';

export interface Pages {
  /** The cursor of the page that is shown. Empty for the first. */
  shown: string;
  /** The cursor of the next page. It is undefined if there is none. */
  next: string | undefined;
  getHref: (cursor: string) => string;
  /** Of the links to the first and to the next page. */
  labels: [first: string, next: string];
  onOpen?: () => void;
}

/** Links to other pages of a list. Nothing if there are none. */
export function Pager({ shown, next, getHref, labels: [first, second], onOpen }: Pages) {
  return (
    <p className="screen-only flex flex-wrap gap-x-8 gap-y-3 pt-6 empty:hidden">
      {shown !== '' && (
        <TextLink href={getHref('')} onClick={onOpen}>
          {first}
        </TextLink>
      )}
      {next !== undefined && (
        <TextLink href={getHref(next)} onClick={onOpen}>
          {second}
        </TextLink>
      )}
    </p>
  );
}
