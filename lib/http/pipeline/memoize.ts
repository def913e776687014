const maxResults = 1000;
const maxTextLength = 260;

/** Memoizes a function of a text that clients send, such as a header. They send few different ones. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= maxResults) results.clear();
    if (text.length <= maxTextLength) results.set(text, result);
    return result;
  };
}
