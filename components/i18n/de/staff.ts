import type { CountFormatter } from '@/lib/format/plurals';
import type { setup as english } from '../en/staff';
import { accounts } from './accounts';
import { catalog } from './catalog';
import { customer } from './customer';
import { moves } from './moves';
import { preview } from './preview';
import { priceTable } from './price-table';
import { webhooks } from './webhooks';

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

export const setup = (): ReturnType<typeof english> => ({
  title: 'App anlegen',
  lead: 'Ihre App beginnt mit einem Entwurf der Preisliste. Kundinnen und Kunden sehen keine Tarife, bevor Sie ihn veröffentlichen.',
  noLink: 'Hier gibt es noch keine App. Sie legen sie mit dem Einrichtungslink dieses Servers an.',
  linkInvalid: 'Dieser Einrichtungslink ist ungültig oder abgelaufen.',
  whereLink:
    'Der Server gibt den Link beim Start aus: in seinem Terminal oder im Log des Dienstes oder Containers. Er gilt 24 Stunden. Nach einem Neustart gibt es einen neuen.',
  command: 'Oder legen Sie die App auf der Kommandozeile an:',
  appTitle: 'Name der App',
  currency: 'Währung',
  choose: 'Währung auswählen',
  period: 'Preise gelten',
  periods: { month: 'pro Monat', year: 'pro Jahr' },
  start: 'Beginnen mit',
  starts: { template: 'einem Beispiel', list: 'einer eigenen Preisliste' },
  file: 'Datei auswählen',
  list: 'Preisliste als YAML',
  listHint: 'Name und Währung in der Liste gelten, sobald sie veröffentlicht ist.',
  name: 'Ihr Name',
  session:
    'Sie sind 12 Stunden lang unter diesem Namen als Produktteam angemeldet. Später erstellt Ihre Anwendung oder die Kommandozeile Anmeldelinks.',
  submit: 'App anlegen',
  working: 'Die App wird angelegt…',
  insecure:
    'Öffnen Sie diese Seite über HTTPS oder auf localhost. Sonst kann der Browser Sie nicht angemeldet halten.',
  errors: {
    link: 'Der Einrichtungslink ist nicht mehr gültig. Es wurde nichts angelegt. Starten Sie den Server neu und öffnen Sie den neuen Link.',
    exists: 'Jemand anderes hat inzwischen eine App angelegt. Es wurde nichts angelegt.',
    seePlans: 'Ihre Tarife ansehen',
    unknown: 'Es ist unbekannt, ob die App angelegt wurde. Laden Sie die Seite neu.',
    failed: 'Die App wurde nicht angelegt.',
  },
});

export const staff = { accounts, catalog, customer, moves, preview, priceTable, revenue, setup, webhooks };
