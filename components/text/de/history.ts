import type { Counting } from '@/lib/format/words';

export const history = ({ count, plural }: Counting) => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })}`;
  const changes = (n: number) => plural(n, { one: 'Änderung', other: 'Änderungen' });
  return {
    title: 'Verlauf',
    lead: 'Jede Änderung Ihres Tarifs, so wie sie damals war.',
    failed: 'Der Verlauf konnte nicht geladen werden',
    list: 'Änderungen, die neueste zuerst',
    current: 'Aktuell',
    from: {
      upgrade: (title: string) => `Upgrade von ${title}`,
      downgrade: (title: string) => `Downgrade von ${title}`,
      none: (title: string) => `Wechsel von ${title}`,
    },
    began: 'Hier fing es an',
    active: 'Dauer',
    soFar: (duration: string) => `bisher ${duration}`,
    priceThen: 'Damals',
    by: 'Durch',
    channels: {
      portal: (name: string) => `${name}, auf diesen Seiten`,
      api: (name: string) => `${name}, über die API`,
      command: (name: string) => `${name}, per Befehl`,
    },
    reason: 'Grund',
    lost: (n: number) => `${features(n)} weniger`,
    gained: (n: number) => `${features(n)} mehr`,
    beganWith: (n: number) => `${features(n)} zum Start`,
    sameFeatures: 'Die Funktionen sind dieselben geblieben.',
    andMore: (n: number) => `und ${count(n)} weitere`,
    showAll: (n: number) => (n === 1 ? 'Die eine Änderung anzeigen' : `Alle ${count(n)} Änderungen anzeigen`),
    showOlder: (n: number) =>
      n === 1 ? 'Eine ältere Änderung anzeigen' : `${count(n)} ältere ${changes(n)} anzeigen`,
    showingOlder: 'Ältere werden geladen…',
    olderFailed: 'Ältere Änderungen konnten nicht geladen werden.',
    download: 'Als CSV herunterladen',
    empty: {
      title: 'Noch kein Tarifwechsel',
      body: 'Sobald Ihr Konto einen Tarif hat, wird hier jede Änderung festgehalten.',
      action: 'Tarife ansehen',
    },
    noAccount: {
      title: 'Ein Verlauf gehört zu einem Konto',
      visitor: 'Melden Sie sich an, um zu sehen, welche Tarife Ihr Konto wann hatte.',
      signedIn: 'Sie sind ohne Konto angemeldet, deshalb gibt es hier keinen Verlauf.',
      elsewhere: 'Öffnen Sie diese Seite aus Ihrem Produkt heraus, mit Ihrem Konto angemeldet.',
    },
  };
};
