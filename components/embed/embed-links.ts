import { embedPath, embedSearchParams, type embedViews } from '@/lib/client/embed-params';
import { changeSearchParams, pageUrls, switchSearchParams } from '@/lib/client/page-urls';
import { updateQuery } from '@/lib/client/search-params';

type View = (typeof embedViews)[number];

/** The pages whose content the frame shows. */
const viewsByPath = new Map<string, View>([
  [pageUrls.plans(), 'plans'],
  [pageUrls.compare(), 'compare'],
  [pageUrls.addOns(), 'options'],
  [pageUrls.requests(), 'requests'],
  [pageUrls.history(), 'history'],
]);

let firstQuery: string | null = null;

/** The query string with which the frame was opened, without a dialog. */
export function getFirstQuery(): string {
  firstQuery ??= updateQuery({ ...switchSearchParams, ...changeSearchParams }, window.location.search, {
    switch: null,
    undo: null,
    approve: null,
    change: null,
  });
  return firstQuery;
}

/** Shows a page in the frame, if the frame has its content. Other links leave the frame. */
export function handleLink(event: MouseEvent): void {
  const { target, button, defaultPrevented } = event;
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.getAttribute('href')?.startsWith('#') || defaultPrevented || isModified || button !== 0)
    return;
  const { origin, pathname, searchParams } = new URL(link.href);
  const view = viewsByPath.get(pathname);
  if (origin !== window.location.origin) {
    link.target = '_top';
  } else if (!view) {
    link.target = '_blank';
  } else {
    event.preventDefault();
    const query = new URLSearchParams(getFirstQuery());
    for (const [name, value] of searchParams) query.set(name, value);
    window.history.pushState(
      null,
      '',
      embedPath + updateQuery(embedSearchParams, query.toString(), { view }),
    );
  }
}
