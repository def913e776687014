/** An amount with its unit, as in the API. Units are singular: "message", "GB", "document/user". */
export interface AmountWithUnit {
  /** The value is null if unlimited. */
  amount: number | null;
  unlimited: boolean;
  unit: string | null;
  period: string | null;
}

const irregularPlurals: Record<string, string> = { person: 'people', child: 'children', index: 'indexes' };
/** Words whose plural is the same, or is not known. */
const unchanging = new RegExp(
  '^(access|analys[ei]s|atlas|bandwidth|basis|bonus|canvas|content|data|equipment|gas|information|lens|media|memory|news|' +
    'series|software|staff|status|storage|support|traffic|training|usage)$',
  'i',
);
const ieWords = /(birdie|calorie|cookie|movie|rookie|selfie|zombie)s$/i;

/** The English plural of a unit, of which the last word before a preposition changes: `threads at a time`. */
export function pluralizeUnit(unit: string, amount: number): string {
  if (amount === 1) return unit;
  return replaceNoun(unit, (noun) => {
    if (unchanging.test(noun) || !isWord(noun)) return noun;
    const irregular = irregularPlurals[noun];
    if (irregular) return irregular;
    if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
    return /(s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
  });
}

/** A unit after a number: "3 sites", and "3 × 500 contacts" for one that is itself a number of something. */
export function toCountedUnit(unit: string, amount: number): string {
  return /^\d/.test(unit) ? `× ${unit}` : pluralizeUnit(unit, amount);
}

/** The singular of a unit that is written in the plural: `calls` to `call`. A word with an unknown singular stays. */
export function singularizeUnit(unit: string): string {
  return replaceNoun(unit, (noun) => {
    if (noun === 'persons' || noun === 'people') return 'person';
    if (unchanging.test(noun) || !isWord(noun) || !/[^sui]s$/.test(noun)) return noun;
    if (/[^aeiou]ies$/.test(noun) && noun.length > 5 && !ieWords.test(noun)) return `${noun.slice(0, -3)}y`;
    return /(x|ch|sh|ss)es$/.test(noun) ? noun.slice(0, -2) : noun.slice(0, -1);
  });
}

/** The words of a unit that languages have their own for: `document` and `user` of `document/user`, none of `GB`. */
export function listNouns(unit: string): string[] {
  return unit.split('/').filter((noun) => /\p{L}/u.test(noun) && !isMeasure(noun));
}

/** Whether a unit is an abbreviation, which is the same in other languages. */
function isMeasure(noun: string): boolean {
  return /^(mins?|secs?|hrs?|px|pts?|[kmgtp]i?b|[kmg]bps|kwh)$/i.test(noun) || /^\p{Lu}{2,}$/u.test(noun);
}

/** Whether the word has a plural. Abbreviations such as "GB" and "min" have none, nor do other alphabets. */
function isWord(noun: string): boolean {
  return (
    /^[A-Z]?[a-z][a-z’'-]*[a-z]$/.test(noun) &&
    !/^(min|mins|sec|secs|hrs?|gb|mb|kb|tb|px|pts?|Mbps)$/i.test(noun)
  );
}

function replaceNoun(unit: string, replace: (noun: string) => string): string {
  const [, before = '', noun = '', after = ''] =
    /^(.*?)([^\s]+)((?:\s+(?:at|of|per|in|for|with|on|by|from)\s.*)?)$/.exec(unit) ?? [];
  return noun === '' ? unit : `${before}${replace(noun)}${after}`;
}
