import { Fragment, type ReactNode } from 'react';

const marks = ['\u0001', '\u0002'];

/**
 * Sets pieces into a phrase of the text file, wherever that language has them: `phrase('$20 + $8')` with a large `$20`.
 */
export function fillPhrase(phrase: (...marks: [string, string]) => string, pieces: ReactNode[]): ReactNode[] {
  const sentence = phrase(marks[0] ?? '', marks[1] ?? '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no text holds by chance
  return sentence.split(/([\u0001\u0002])/).map((part, at) => {
    const mark = marks.indexOf(part);
    // biome-ignore lint/suspicious/noArrayIndexKey: a phrase's parts don't move
    return <Fragment key={at}>{mark === -1 ? part : pieces[mark]}</Fragment>;
  });
}
