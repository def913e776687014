import { describePrice, type Fees, type PriceSetting } from '@/lib/format/price';

/** One size for all figures of a board: prices that stand side by side are compared by what they say, not by size. */
export type FigureSize = 'large' | 'medium' | 'small';

export const figureLooks: Record<FigureSize, string> = {
  large: 'text-figure',
  medium: 'text-[2.75rem] leading-16 tracking-[-0.025em] rtl:tracking-normal',
  small: 'text-[2rem] leading-16 tracking-[-0.015em] rtl:tracking-normal',
};

/** By the longest figure: what 260 px can hold. */
export function figureSizeFor(prices: Fees[], setting: PriceSetting): FigureSize {
  const lengths = prices.map((fees) => {
    const price = describePrice(fees, setting);
    return price.kind === 'amounts' ? ((price.base ?? price.perUser)?.text.length ?? 0) : 0;
  });
  const longest = Math.max(0, ...lengths);
  if (longest <= 7) return 'large';
  return longest <= 10 ? 'medium' : 'small';
}
