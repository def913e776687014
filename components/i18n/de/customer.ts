import type { AllTexts } from '../texts';

export const customer: AllTexts['customer'] = ({ count, plural }) => {
  const features = (n: number) => `${count(n)} ${plural(n, { one: 'Funktion', other: 'Funktionen' })}`;
  return {
    errors: {
      version_not_found: 'Dieser Tarif ist für das Konto nicht verfügbar.',
      preview_stale:
        'Der Tarif oder sein Preis hat sich geändert. Prüfen Sie die Änderungen und bestätigen Sie noch einmal.',
    },
    account: {
      addOns: {
        sections: { on: () => 'Aktive Zusatzfunktionen' },
        total: (price) => `Zusatzfunktionen: ${price}`,
        included: 'Im Tarif enthalten',
        retired: 'Wird nicht mehr angeboten. Bleibt aktiv, bis sie deaktiviert wird.',
        kept: (price) =>
          `Bleibt, wie sie ist, bis sie deaktiviert wird oder der Tarif wechselt. Heute aktiviert kostet sie ${price}.`,
        blockers: {
          option_included: 'Im Tarif enthalten.',
          option_not_offered: 'Für den Tarif nicht verfügbar.',
          billing_period_unavailable: 'Mit der Abrechnung des Kontos nicht erhältlich.',
          users_limit_exceeded:
            'Ohne dies erlaubt der Tarif weniger Personen. Zuerst müssen Personen entfernt werden.',
          usage_exceeds_limit:
            'Das Konto nutzt mehr, als der Tarif ohne dies erlaubt. Zuerst muss es weniger nutzen.',
        },
        youGet: '{account} erhält',
        youLose: '{account} verliert',
        notAllowed: 'Diese Zusatzfunktion kann für {account} nicht geändert werden',
        quantity: { done: (addOn, price) => `{account} hat jetzt ${addOn}: ${price}` },
      },
      changes: {
        restores: `{account} hat danach wieder`,
        undoBlockers: {
          undo_superseded:
            'Seit diesem Wechsel hat sich der Tarif oder eine Zusatzfunktion geändert. Wählen Sie stattdessen einen Tarif.',
          undo_unavailable:
            'Was das Konto vorher hatte, etwa eine Testphase oder einen früheren Preis, gibt es nicht mehr. Wählen Sie stattdessen einen Tarif.',
        },
        untilThen: (plan, price) => `Bis dahin behält {account} ${plan}: ${price}.`,
        trial: { ends: (date) => `Die Testphase bis ${date} endet.` },
      },
      history: { empty: { body: 'Hier erscheinen Änderungen am Tarif.' } },
    },
    planDetails: {
      usage: {
        uses: (used) => `{account} nutzt ${used}.`,
        remove: (excess) => `Zuerst müssen ${excess} entfernt werden.`,
      },
    },
    receipt: {
      receipt: { planWithAddOns: 'Der Tarif mit Zusatzfunktionen' },
      blockers: {
        known: {
          trial_unavailable: 'Für diesen Tarif hat {account} keine Testphase.',
          trial_used: '{account} hatte die Testphase dieses Tarifs schon.',
        },
        users: { have: (n, excess) => `{account} hat ${count(n)}. Zuerst müssen ${excess} entfernt werden.` },
      },
    },
    switching: {
      switching: {
        unknownPlan: {
          body: 'Das Konto kann ihn nicht bekommen, oder der Link ist falsch. Sein Tarif ist unverändert.',
        },
        youLose: (n) =>
          n === 0 ? `{account} verliert keine Funktionen` : `{account} verliert ${features(n)}`,
        youGain: (n) =>
          n === 0 ? `{account} erhält keine weiteren Funktionen` : `{account} erhält ${features(n)}`,
        addOns: {
          lost: (n) =>
            `{account} verliert ${count(n)} ${plural(n, { one: 'Zusatzfunktion', other: 'Zusatzfunktionen' })}`,
        },
        changed: { plan: 'Der Tarif des Kontos hat sich geändert.' },
        alreadyOnPlan: `{account} hat diesen Tarif bereits.`,
        notAllowed: `{account} kann nicht zu diesem Tarif wechseln`,
        failed: 'Der Tarif wurde nicht gewechselt',
        done: { nowOn: (plan, price) => `{account} hat jetzt ${plan}: ${price}` },
      },
    },
  };
};
