import type { Fault } from './fault';
import { largestFee, toMinorUnits } from './minor-units';
import { type Price, priceOf, type Tariff } from './price';
import type { ListedPrice } from './price-list';
import type { Path, YamlFile } from './yaml-file';

const unpriced: Price = { fee: null, userFee: null, note: null, warning: null };

/** Turns prices into the app's terms, and keeps what is wrong with them and what was rounded. */
export class PriceBook {
  readonly faults: Fault[] = [];
  readonly warnings: string[] = [];

  constructor(readonly tariff: Tariff) {}

  /** The price of a plan or an add-on at `path` in the price list. */
  listed(file: YamlFile, path: Path, { price, unit }: { price: ListedPrice; unit: string }): Price {
    const result = priceOf(price, unit, this.tariff);
    if ('fault' in result) {
      this.faults.push(file.fault([...path, 'price'], result.fault));
      return unpriced;
    }
    if (result.warning !== null) this.warnings.push(`${path.join('.')}: ${result.warning}`);
    return result;
  }

  /** A fee that an extension states, in whole currency units. */
  stated(file: YamlFile, path: Path, amount: number | null): number | null {
    if (amount === null) return null;
    const { minor, exact } = toMinorUnits(amount, this.tariff.currency);
    const { currency } = this.tariff;
    if (!exact)
      this.faults.push(file.fault(path, `${amount} is finer than the smallest unit of ${currency}.`));
    if (minor > largestFee) this.faults.push(file.fault(path, `${amount} is more than can be stored.`));
    return minor;
  }
}
