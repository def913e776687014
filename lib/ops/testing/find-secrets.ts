type Form = [what: string, form: RegExp];

/** What a secret of ours looks like; the front of a key that is kept to be shown is shorter. */
const ours: Form[] = [['a key, link or session', /av[kls]_[0-9A-Za-z]{16,}/g]];

/** What secrets are carried by. In a database that are words like any other: "Basic analytics" is a feature. */
const carriers: Form[] = [
  ['a credential', /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi],
  ['a cookie', /__(?:Host|Secure)-[\w-]+=[^;\s"]+/g],
  ['a link', /[?&]link=[^&\s"]+/g],
];

export interface Searched {
  where: string;
  kind: 'log' | 'table';
  text: string;
  /** Values that were sent and must not be there. */
  known: string[];
}

/** What of the text is a secret, by its form or because it is known: one line each, with where it stands. */
export function findSecrets({ where, kind, text, known }: Searched): string[] {
  const forms = kind === 'log' ? [...ours, ...carriers] : ours;
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
