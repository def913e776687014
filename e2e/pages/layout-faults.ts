/**
 * What of a page's layout a reader could not reach or read, found in the page itself: sideways scrolling, texts that are cut
 * off or stand outside of their box, and targets under 44 px. A line for each.
 */
export function findLayoutFaults(): string[] {
  const faults = new Set<string>();
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? '').trim().slice(0, 40)}”`;
  /** What only a screen reader hears has no size of its own. */
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('.sr-only, .skip-link, [inert]');

  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    faults.add(`the page scrolls sideways: ${root.scrollWidth} px in ${root.clientWidth}`);
  }

  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent?.trim() || !parent || !isSeen(parent)) continue;
    range.selectNodeContents(texts.currentNode);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    // A group's heading may be longer than its column is wide: nothing stands beside it.
    const box = parent.closest(
      'td, th:not([scope=rowgroup]), tr, li, dd, section, [role=alertdialog], main, header, footer, body',
    );
    if (box && lines.some((line) => isBeside(line, box.getBoundingClientRect()))) {
      faults.add(`stands outside of its ${box.tagName.toLowerCase()}: ${name(parent)}`);
    }
    const clipping = closestClipping(parent);
    if (clipping && lines.some((line) => isOutside(line, clipping.getBoundingClientRect()))) {
      faults.add(`cut off: ${name(parent)}`);
    }
  }

  const pressable = 'a[href], button, input:not([type=hidden]), select, summary, textarea';
  // While a dialog is open nothing else can be pressed.
  const place = document.querySelector('[role=alertdialog]') ?? document;
  for (const target of place.querySelectorAll<HTMLElement>(pressable)) {
    if (isSeen(target) && !isLarge(target)) faults.add(`under 44 px: ${name(target)}`);
  }
  return [...faults];

  /** Light figures are set a little over the edge, so that their stroke stands on it. */
  function isBeside(line: DOMRect, box: DOMRect): boolean {
    return line.left < box.left - 3 || line.right > box.right + 3;
  }

  function isOutside(line: DOMRect, box: DOMRect): boolean {
    return isBeside(line, box) || line.top < box.top - 3 || line.bottom > box.bottom + 3;
  }

  function closestClipping(element: Element): Element | null {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      const both = [overflowX, overflowY];
      if (both.some((it) => it === 'hidden' || it === 'clip') && !both.includes('auto')) return each;
    }
    return null;
  }

  /** Large itself, by its label, or by what takes a press around it. */
  function isLarge(target: HTMLElement): boolean {
    const labels = 'labels' in target ? ((target.labels ?? []) as Iterable<Element>) : [];
    for (const element of [target, ...labels]) {
      const { width, height } = element.getBoundingClientRect();
      if (width >= 44 && height >= 44) return true;
    }
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    // Of a link that goes over two lines, the first.
    const [box = target.getBoundingClientRect()] = target.getClientRects();
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    const reach = Array.from({ length: 89 }, (_, at) => at - 44);
    const takes = (left: number, top: number) => target.contains(document.elementFromPoint(left, top));
    const width = reach.filter((by) => takes(x + by, y)).length;
    const height = reach.filter((by) => takes(x, y + by)).length;
    return width >= 43 && height >= 43;
  }
}
