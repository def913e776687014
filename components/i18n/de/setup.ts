import type { setup as english } from '../en/setup';

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
