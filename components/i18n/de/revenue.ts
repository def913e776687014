import type { CountFormatter } from '@/lib/format/plurals';

export const revenue = ({ count, plural }: CountFormatter) => {
  const accounts = (n: number) => `${count(n)} ${plural(n, { one: 'Konto', other: 'Konten' })}`;
  const users = (n: number) => `${count(n)} Nutzer`;
  return {
    title: 'Umsatz nach Liste',
    accounts: (n: number, of: number) => `${accounts(n)}, ${users(of)}`,
    change: (before: string, after: string) => `${before} → ${after} im Monat`,
    same: (amount: string) => `${amount} im Monat, wie jetzt`,
    periods: {
      month: (n: number, change: string) => `Monatlich abgerechnet: ${accounts(n)}, ${change}`,
      year: (n: number, change: string) => `Jährlich abgerechnet: ${accounts(n)}, ${change}`,
    },
    unpriced: (n: number) => `${accounts(n)} mit einem Tarif oder Zusatz ohne Listenpreis. Er zählt als 0.`,
    largest: (n: number) => plural(n, { one: 'Das größte Konto', other: `Die ${count(n)} größten Konten` }),
    note: 'Nach Listenpreis, mit Nutzern, Mengen, Abrechnungszeiträumen und Zusätzen. Ein Jahrespreis zählt zu einem Zwölftel. Was Sie vereinbart oder berechnet haben, kann davon abweichen.',
    none: 'Kein Konto zahlt für das, was sich ändert.',
    loading: 'Es wird berechnet, was die Konten zahlen…',
    failed: 'Was die Konten zahlen, konnte nicht berechnet werden.',
  };
};
