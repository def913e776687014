export type Encoding = 'br' | 'gzip' | 'identity';

/** The ones there are, the smallest first. */
const encodings: Encoding[] = ['br', 'gzip', 'identity'];

/** Clients send few different ones. */
const chosen = new Map<string, Encoding>();
const mostChosen = 1000;

/** The encoding for an `Accept-Encoding` (RFC 9110, 12.5.3): of those with the highest weight the smallest. */
export function chooseEncoding(accept: string | null): Encoding {
  if (accept === null) return 'identity';
  let encoding = chosen.get(accept);
  if (encoding === undefined) {
    encoding = choose(accept);
    if (chosen.size < mostChosen) chosen.set(accept, encoding);
  }
  return encoding;
}

function choose(accept: string): Encoding {
  const weights = new Map(accept.split(',').map(weigh));
  const any = weights.get('*');
  // Unless it is refused by name, a body as it is will do, and less than whatever is asked for.
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? any ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  const best = encodings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  return weightOf(best) > 0 ? best : 'identity';
}

function weigh(entry: string): [string, number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const value = weight === undefined ? 1 : Number(weight);
  return [name === 'x-gzip' ? 'gzip' : name, Number.isFinite(value) ? value : 0];
}
