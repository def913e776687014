/** One thing wrong with a file, and where. */
export interface Fault {
  file: string;
  /** From 1; null where no place in the file can be named. */
  line: number | null;
  column: number | null;
  /** What it is about, as names from the top: `plans.PRO.price`. Empty for the whole file. */
  about: string;
  message: string;
}

/** A price list that can't be understood, with everything that was found wrong. Nothing was changed. */
export class Refused extends Error {
  override name = 'Refused';

  constructor(readonly faults: readonly Fault[]) {
    super(faults.map(describeFault).join('\n'));
  }
}

/** One line for a fault, in the form that editors and terminals make a link of: `FILE:LINE:COLUMN: …`. */
export function describeFault({ file, line, column, about, message }: Fault): string {
  const place = line === null ? file : `${file}:${line}:${column}`;
  return about === '' ? `${place}: ${message}` : `${place}: ${about}: ${message}`;
}
