import type { PriceListText } from '@/lib/price-list/yaml/sheets';

export const isSameText = (a: PriceListText | null, b: PriceListText) =>
  a?.source === b.source && a.extension === b.extension;

/**
 * The texts that an editor has passed to its owner. They come back as its input, perhaps after the next one was passed, and
 * some not at all: they are no texts that were written elsewhere.
 */
export class PassedTexts {
  #texts: PriceListText[] = [];

  add(text: PriceListText): void {
    this.#texts.push(text);
  }

  /** Whether a text comes back. It is expected once, and those before it no more. */
  remove(text: PriceListText): boolean {
    const index = this.#texts.findIndex((each) => isSameText(each, text));
    this.#texts.splice(0, index + 1);
    return index !== -1;
  }

  clear(): void {
    this.#texts = [];
  }
}
