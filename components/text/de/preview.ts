import type { Counting } from '@/lib/format/words';

export const preview = ({ count, plural }: Counting) => ({
  title: 'Vorschau',
  lead: 'Ihre Preise, wie Kundinnen und Kunden sie sehen würden, mit Tarifen, die noch nicht öffentlich sind.',
  banner: 'Vorschau. Hier wird nichts gespeichert, und niemand kann wechseln.',
  controls: 'Was zu sehen ist',
  hidden: 'Nicht öffentliche Tarife zeigen',
  noHidden: 'Alle Tarife sind bereits öffentlich.',
  lookAs: 'Aus Sicht von',
  visitor: 'Ohne Anmeldung',
  accounts: 'Konten',
  findAccount: 'Konto suchen',
  accountGone: 'Dieses Konto gibt es nicht mehr.',
  part: 'Seite',
  parts: { plans: 'Tarife', compare: 'Vergleich' },
  width: 'Breite',
  widths: (pixels: string) => `${pixels} px`,
  frame: {
    plans: 'Die Tarife, wie sie aussehen werden',
    compare: 'Der Vergleich, wie er aussehen wird',
    refused: 'Links und Schaltflächen führen in der Vorschau nirgendwohin.',
  },
  section: 'Die Vorschau',
  checks: 'Prüfungen',
  allGood: 'Nichts fällt auf.',
  findings: (n: number) =>
    plural(n, { one: 'Ein Punkt zum Ansehen', other: `${count(n)} Punkte zum Ansehen` }),
  check: {
    feature_in_no_version: 'In keinem Tarif',
    feature_in_all_versions: 'In jedem Tarif',
    no_price: 'Kein Preis',
    no_description: 'Keine Beschreibung',
    duplicate_title: 'Zweimal derselbe Titel',
  },
  checkMeans: {
    feature_in_no_version: 'Diese Funktionen kann niemand bekommen.',
    feature_in_all_versions: 'Diese Funktionen unterscheiden keinen Tarif vom anderen.',
    no_price: 'Erscheint als „Preis auf Anfrage“.',
    no_description: 'Unter dem Titel steht nichts.',
    duplicate_title: 'Diese Tarife lassen sich nicht auseinanderhalten.',
  },
  andMore: (n: number) => `und ${count(n)} weitere`,
});
