interface SearchableText {
  title: string;
  /** Other words for it. */
  keywords?: readonly string[];
  description: string;
  group?: string;
}

/** How well a text matches: 0 not at all, 1 in a description, 2 by title or keyword, 3 with the title at its beginning. */
type RankMatch = (text: SearchableText) => 0 | 1 | 2 | 3;

/**
 * Returns a function that ranks texts, or null for a query without words. Each word of the query must occur in the text. Initials
 * match a title or keyword, and a title or keyword matches its initials: "sso" matches "Single sign-on".
 */
export function createMatcher(query: string): RankMatch | null {
  const normalized = normalizeText(query);
  const words = splitWords(normalized);
  if (words.length === 0) return null;
  const queryInitials = getInitials(words);
  return ({ title, keywords = [], description, group = '' }) => {
    const names = [title, ...keywords].map(normalizeText);
    const nameWords = names.map(splitWords);
    const initials = nameWords.map(getInitials);
    const isInNames = (word: string) =>
      names.some((name) => name.includes(word)) ||
      initials.some((letters) => letters === word || (word.length > 2 && letters.includes(word)));
    if (words.length > 1 && nameWords.some((name) => name.includes(queryInitials))) return 2;
    if (words.every(isInNames)) return names[0]?.startsWith(normalized.trim()) ? 3 : 2;
    const text = normalizeText(`${description} ${group}`);
    return words.every((word) => isInNames(word) || text.includes(word)) ? 1 : 0;
  };
}

/** Removes case and accents: "resume" matches "Résumé". */
const normalizeText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const splitWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** The initials of two words or more. */
const getInitials = (words: string[]) => (words.length > 1 ? words.map((word) => word[0]).join('') : '');
