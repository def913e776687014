/**
 * An amount, whose unit comes from the catalog. Unlike `bdi`, it takes its direction from the text outside of isolated parts:
 * an Arabic period after "100 messages" makes it right-to-left. Two amounts within it, with an arrow between them, have no text
 * outside of isolated parts, and would be left-to-right in every language.
 */
export function AmountText({ children }: { children: string | null }) {
  return <span className="plaintext">{children}</span>;
}
