export const refusals = {
  forbidden: 'Nur wer das Konto besitzt, kann den Tarif wechseln.',
  unauthenticated: 'Melden Sie sich an, um Ihren Tarif zu sehen und zu wechseln.',
  too_many_requests: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  version_not_found: 'Dieser Tarif steht nicht mehr auf Ihrer Liste.',
  account_not_found: 'Dieses Konto gibt es nicht.',
  preview_stale:
    'Ihr Tarif oder sein Preis hat sich inzwischen geändert. Prüfen Sie ihn vor dem Wechsel noch einmal.',
  version_inactive: 'Dieser Tarif ist nicht mehr im Angebot.',
  price_on_request: 'Den Preis dieses Tarifs gibt es auf Anfrage. Sprechen Sie uns an, um zu wechseln.',
  switch_conflict: 'Für dieses Konto läuft schon ein Wechsel. Versuchen Sie es noch einmal.',
};
