import { joinWords, spellingOf } from './spellings';

// In this order: a sign that glues or ends, 24/7 or 99.9, 2FA, 3rd, O1, plurals of acronyms, acronyms, words, the rest.
const tokens = new RegExp(
  [
    "[-/&,+.:'’()]",
    String.raw`\d+(?:(?:[.,/x-]|to)\d+)+`,
    String.raw`\d+[A-Z]{1,2}(?=[A-Z][a-z]|[^A-Za-z]|$)`,
    String.raw`\d+(?:st|nd|rd|th)(?![a-z])`,
    String.raw`\d+\p{Ll}*`,
    String.raw`\p{Lu}&\p{Lu}(?!\p{Ll})`,
    String.raw`\p{Lu}{1,2}\d(?![\d.])`,
    String.raw`\p{Lu}{2,}s(?!\p{Ll})`,
    String.raw`\p{Lu}{2,}(?!\p{Ll})`,
    String.raw`\p{Lu}+(?=\p{Lu}\p{Ll})`,
    String.raw`\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+`,
    String.raw`\S`,
  ].join('|'),
  'gu',
);

/** A name of a price list as a title in sentence case: `apiAccess` is "API access". */
export function sentenceTitle(name: string): string {
  // A name of several words, or of no Latin letters, was written to be read.
  if (/\s/.test(name.trim()) || !/[A-Za-z]/.test(name)) return tidy(name);
  const shouted = !/\p{Ll}/u.test(name);
  return capitalised(joinWords(tidy(spaced(wordsOf(name).map((word) => smallWord(word, shouted))))));
}

/** The name of a plan as its title: `BUSINESS_PLUS` is "Business Plus". */
export function planTitle(name: string): string {
  if (/\s/.test(name.trim()) || !/[A-Za-z]/.test(name)) return tidy(name);
  const shouted = !/\p{Ll}/u.test(name);
  return tidy(spaced(wordsOf(name).map((word) => capitalised(smallWord(word, shouted)))));
}

/** The name of the product as its title: only a name all in small letters is touched. */
export function productTitle(name: string): string {
  return /\p{Lu}/u.test(name) ? tidy(name) : capitalised(tidy(name));
}

/** A short readable slug of a name: `24-5TechSupport` is `24-5-tech-support`. Empty where no letter can be kept. */
export function slugOf(name: string): string {
  const plain = wordsOf(name.normalize('NFKD').replace(/\p{M}/gu, '')).join(' ').replace(/&/g, ' and ');
  return plain
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function wordsOf(name: string): string[] {
  const words: string[] = [];
  for (const word of name.replace(/[_\s]+/g, ' ').match(tokens) ?? []) {
    const together = `${words.at(-1)}${word}`;
    // GitHub and GraphQL are one word each, however many humps they have.
    if (spellingOf(together)) words.splice(-1, 1, together);
    else words.push(word);
  }
  return words;
}

function smallWord(word: string, shouted: boolean): string {
  const known = spellingOf(word);
  if (known) return known;
  const numbered = /^(\d+)([a-z]{3,})$/.exec(word);
  if (numbered) return `${numbered[1]}-${numbered[2]}`;
  if (/^\p{Lu}(?:\p{Lu}+s?|&\p{Lu})$/u.test(word) && !shouted) return word;
  if (shouted && /^[^AEIOUY\d]{2,3}$/.test(word)) return word;
  return /^\d|^\p{Lu}+\d$/u.test(word) ? word : word.toLowerCase();
}

/** Words with a blank between, but none at the signs that glue. */
function spaced(words: string[]): string {
  return words
    .join(' ')
    .replace(/ ([,.:)])/g, '$1')
    .replace(/([(]) /g, '$1')
    .replace(/(?<=\S) ?([-/'’]) ?(?=\S)/g, '$1')
    .replace(/\. (?=\p{Ll})/gu, '.');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function capitalised(text: string): string {
  const first = /^[\p{L}]+/u.exec(text)?.[0] ?? '';
  // iOS, gRPC and their kind begin small by their own wish.
  if (spellingOf(first) === first) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
