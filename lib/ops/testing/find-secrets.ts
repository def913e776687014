/** What a secret looks like, by whatever it is carried; the shown front of a key is shorter. */
const forms: [what: string, form: RegExp][] = [
  ['a key, link or session', /av[kls]_[0-9A-Za-z]{16,}/g],
  ['a credential', /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi],
  ['a cookie', /__(?:Host|Secure)-[\w-]+=[^;\s"]+/g],
  ['a link', /[?&]link=[^&\s"]+/g],
];

/** What of `text` is a secret, by its form or because it is one of `known`: one line each, with where it stands. */
export function findSecrets(where: string, text: string, known: string[]): string[] {
  const byForm = forms.flatMap(([what, form]) =>
    [...text.matchAll(form)].map(({ 0: found, index }) => tell(where, what, text, index, found)),
  );
  const byValue = known.flatMap((secret) => {
    const index = text.indexOf(secret);
    return index < 0 ? [] : [tell(where, 'a value that was sent', text, index, secret)];
  });
  return [...byForm, ...byValue];
}

/** The line names what stands before it, and no more of the secret than tells which one it is. */
function tell(where: string, what: string, text: string, index: number, found: string): string {
  const before = text.slice(Math.max(0, index - 60), index).replaceAll('\n', ' ');
  return `${where} has ${what}: …${before}${found.slice(0, 8)}…`;
}
