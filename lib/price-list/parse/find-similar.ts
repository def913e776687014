import { singularizeUnit } from '@/lib/format/amount';

/**
 * The most similar of some names: misspelt (`usaeLimits` for `usageLimits`), or of the same words (`callHold` for
 * `holdCalls`).
 */
export function findSimilar(name: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, score: compareNames(name, candidate) }))
    .filter(({ score }) => score >= minScore)
    .toSorted((a, b) => b.score - a.score);
  return best?.candidate;
}

const minScore = 0.7;

/** How similar two names are, from 0 to 1: by edits, or by common words. */
function compareNames(a: string, b: string): number {
  const edits = countEdits(a.toLowerCase(), b.toLowerCase());
  const [wordsA, wordsB] = [listWords(a), listWords(b)];
  const common = wordsA.filter((word) => wordsB.includes(word)).length;
  return Math.max(1 - edits / Math.max(a.length, b.length), (2 * common) / (wordsA.length + wordsB.length));
}

function listWords(name: string): string[] {
  const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+/gu) ?? [name];
  return [...new Set(words.map((word) => singularizeUnit(word.toLowerCase())))];
}

/** The Levenshtein distance. */
function countEdits(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}
