import type { AllTexts } from '../texts';

export const catalog: AllTexts['catalog'] = ({ count, plural }) => {
  const accounts = (n: number) => `${count(n)} ${plural(n, { one: 'Konto', other: 'Konten' })}`;
  return {
    title: 'Katalog',
    lead: 'Die Preisliste: Entwürfe, und was wann veröffentlicht wurde.',
    list: 'Ausgaben, neueste zuerst',
    newest: 'Neueste Ausgaben',
    older: 'Ältere Ausgaben',
    backToList: 'Alle Ausgaben',
    edition: (number) => `Ausgabe ${count(number)}`,
    live: 'Aktuell',
    states: {
      draft: 'Entwurf',
      scheduled: 'Geplant',
      published: 'Veröffentlicht',
      discarded: 'Verworfen',
    },
    created: (name, date) => `Angelegt von ${name} am ${date}`,
    edited: (name, date) => `Bearbeitet von ${name} am ${date}`,
    published: (name, date) => `Veröffentlicht von ${name} am ${date}`,
    scheduled: (name, date) => `Von ${name} geplant für den ${date}`,
    ends: {
      at: (date) => `Endet am ${date}`,
      past: (date) => `Endete am ${date}`,
      draft: (number) => `Ausgabe ${count(number)}, die sie beenden sollte, ist ein Entwurf`,
      edition: (number) => `Beendet Ausgabe ${count(number)}`,
      canceled: (number) => `Ausgabe ${count(number)} hat dann kein Ende.`,
    },
    summary: {
      added: (plans) => `Neu: ${plans}`,
      changed: (plans) => `Geändert: ${plans}`,
      retired: (plans) => `Nicht mehr angeboten: ${plans}`,
      restored: (plans) => `Wieder angeboten: ${plans}`,
      more: (n) => `und ${count(n)} weitere`,
      features: (n) =>
        `${count(n)} ${plural(n, { one: 'Funktion oder Limit', other: 'Funktionen oder Limits' })}`,
      addOns: (n) => `${count(n)} ${plural(n, { one: 'Zusatzfunktion', other: 'Zusatzfunktionen' })}`,
      other: 'Andere Texte oder Einstellungen',
    },
    empty: {
      title: 'Noch keine Ausgaben',
      body: 'Beginnen Sie mit einer Vorlage oder mit einer eigenen Preisliste. Niemand sieht einen Entwurf, bevor Sie ihn veröffentlichen.',
    },
    noPlans: {
      body: 'Schreiben Sie eine Preisliste und veröffentlichen Sie sie. Ihre Tarife erscheinen hier.',
      action: 'Preisliste schreiben',
    },
    emptyPage: { title: 'Keine älteren Ausgaben', body: 'Diese Seite ist leer.' },
    create: {
      legend: 'Neuer Entwurf',
      live: 'Aus der aktuellen Liste',
      template: 'Aus der Vorlage',
      file: 'Aus einer Datei',
      drop: 'Oder legen Sie eine YAML-Datei hier ab.',
      tooLarge: 'Die Datei ist größer als 4 MB. Es wurde nichts angelegt.',
      working: 'Der Entwurf wird angelegt…',
      failed: 'Der Entwurf konnte nicht angelegt werden.',
    },
    edit: 'Bearbeiten',
    publish: 'Veröffentlichen',
    otherPublisher: {
      body: 'Sie haben diese Ausgabe zuletzt bearbeitet. Eine andere Person veröffentlicht sie.',
      copy: {
        label: 'Link kopieren',
        copied: 'Link kopiert.',
        failed: 'Der Link konnte nicht kopiert werden. Kopieren Sie ihn aus der Adresszeile.',
      },
    },
    cancelSchedule: 'Planung aufheben',
    discard: 'Verwerfen',
    preview: 'Vorschau für ein Konto',
    again: 'Erneut veröffentlichen',
    reuse: 'Neuer Entwurf daraus',
    compare: {
      open: 'Vergleichen mit…',
      choose: (number) => `Wählen Sie die Ausgabe, die mit Ausgabe ${count(number)} verglichen wird.`,
      row: 'Vergleichen',
      title: (from, to) => `Von Ausgabe ${count(from)} zu Ausgabe ${count(to)}`,
      swap: 'Umkehren',
      none: 'Nichts. Beide Ausgaben haben denselben Inhalt.',
      failed: 'Die Ausgaben konnten nicht verglichen werden',
      invalid: 'Eine der Ausgaben hat Probleme. Nur Preislisten ohne Probleme können verglichen werden.',
    },
    audit: 'Protokoll ansehen',
    problems: {
      title: (n) => `${count(n)} ${plural(n, { one: 'Problem', other: 'Probleme' })}`,
      body: 'Die Ausgabe kann erst veröffentlicht werden, wenn diese behoben sind.',
      place: (line, column) => `Zeile ${count(line)}, Spalte ${count(column)}`,
    },
    changes: {
      title: 'Was sich ändert',
      publishedTitle: 'Was sich geändert hat',
      none: 'Nichts. Der aktuelle Katalog hat denselben Inhalt.',
      discarded: 'Der Entwurf wurde verworfen. Er ändert nichts.',
      kinds: {
        added: 'Neu',
        changed: 'Geändert',
        retired: 'Nicht mehr angeboten',
        restored: 'Wieder angeboten',
      },
      price: 'Preis',
      earlier: (title) => `Früher: ${title}`,
      earlierPlans: 'Frühere Tarife',
      earlierLead:
        'Konten haben sie behalten, als sich ihr Tarif änderte. Gezeigt ist, was sie bekommen, wenn sie die Änderung übernehmen.',
      included: (plan, addOn, n) => `${plan} enthält ${addOn}. Für ${accounts(n)} wird sie deaktiviert.`,
      app: 'Einstellungen der App',
      grants: 'Tarife für einzelne Konten',
      granted: (n) =>
        `${count(n)} ${plural(n, { one: 'Freigabe kommt hinzu.', other: 'Freigaben kommen hinzu.' })}`,
      revoked: (n) =>
        `${count(n)} ${plural(n, { one: 'Freigabe entfällt.', other: 'Freigaben entfallen.' })}`,
      accounts: (n) =>
        n === 0 ? 'Kein Konto hat ihn.' : `${accounts(n)} ${plural(n, { one: 'hat', other: 'haben' })} ihn.`,
      retiredAccounts: (n) =>
        n === 0
          ? 'Kein Konto hat ihn.'
          : `${accounts(n)} ${plural(n, { one: 'behält', other: 'behalten' })} ihn.`,
      renames: 'Wahrscheinlich umbenannt',
      renamed: (from, to) => `${from} heißt jetzt wahrscheinlich ${to}.`,
      renamedPlan: (n) =>
        `${accounts(n)} ${plural(n, { one: 'bleibt', other: 'bleiben' })} im alten Tarif, wenn die Erweiterung diese Zeile nicht hat:`,
      renamedOther: 'Konten verlieren die alte, wenn die Erweiterung diese Zeile nicht hat:',
      move: 'Auf einen anderen Tarif umstellen',
      notForEarlier: (n) =>
        `${accounts(n)} mit einem früheren Tarif ${plural(n, { one: 'kann', other: 'können' })} sie nicht aktivieren, weil dieser nicht hat, was sie braucht.`,
      notMade: (n) =>
        plural(n, {
          one: 'Eine geplante Änderung führt zu ihm. Sie wird nicht vorgenommen, und das Konto behält seinen Tarif.',
          other: `${count(n)} geplante Änderungen führen zu ihm. Sie werden nicht vorgenommen, und die Konten behalten ihren Tarif.`,
        }),
      notApproved: (n) =>
        plural(n, {
          one: 'Eine angefragte Änderung führt zu ihm. Ihr kann nicht zugestimmt werden, und sie verfällt.',
          other: `${count(n)} angefragte Änderungen führen zu ihm. Ihnen kann nicht zugestimmt werden, und sie verfallen.`,
        }),
      unavailable: 'nicht verfügbar',
    },
    existing: {
      title: 'Bestehende Konten',
      undecided: 'Nicht entschieden',
      legend: (n) => `Was geschieht mit ${accounts(n)}?`,
      some: 'Behalten, wenn schlechter gestellt',
      someMeans: (kept, followed) =>
        `${accounts(kept)} ${plural(kept, { one: 'behält', other: 'behalten' })} Preis und Inhalt. ${accounts(followed)} ${plural(followed, { one: 'bekommt', other: 'bekommen' })} die Änderung.`,
      keep: 'Behalten',
      keepMeans: 'Sie behalten Preis und Inhalt, wie sie sind. Nur neue Kunden bekommen die Änderung.',
      keep_price: 'Preis behalten',
      keepPriceMeans: 'Sie bekommen den neuen Inhalt und zahlen nicht mehr als bisher.',
      follow: 'Übernehmen',
      followMeans: 'Sie bekommen die Änderung sofort, wenn die Ausgabe veröffentlicht wird.',
      follow_renewal: 'Bei Verlängerung übernehmen',
      followRenewalMeans:
        'Jedes behält Preis und Inhalt bis zum Ende des bezahlten Zeitraums und bekommt dann die Änderung. Ist das Ende nicht bekannt, bekommen Konten mit monatlicher Abrechnung sie sofort, mit jährlicher binnen eines Jahres.',
      unsaved: 'Nicht gespeichert. Es gilt, wenn Sie auf dieser Seite veröffentlichen.',
      worse: 'Mit der Änderung wären sie schlechter gestellt:',
      losses: {
        'the price rises': 'der Preis steigt',
        'the minimum rises': 'das Minimum steigt',
        'the price is on request': 'der Preis gilt auf Anfrage',
        'the price can’t be compared': 'der Preis ist nicht vergleichbar',
        'monthly billing is withdrawn': 'monatliche Abrechnung entfällt',
        'annual billing is withdrawn': 'jährliche Abrechnung entfällt',
        'the annual price rises': 'der Jahrespreis steigt',
        'features are lost': 'Funktionen entfallen',
        'limits get worse': 'Limits verschlechtern sich',
        'values can’t be compared': 'Werte sind nicht vergleichbar',
        'an add-on gets worse': 'eine Zusatzfunktion verschlechtert sich',
      },
      concerned: (n) => accounts(n),
      kept: (n) => `${accounts(n)} ${plural(n, { one: 'behält', other: 'behalten' })} den bisherigen Stand.`,
      priceKept: (n) =>
        `${accounts(n)} ${plural(n, { one: 'bekommt', other: 'bekommen' })} den neuen Inhalt und ${plural(n, { one: 'zahlt', other: 'zahlen' })} nicht mehr als bisher.`,
      renewed: (n) =>
        `${accounts(n)} ${plural(n, { one: 'bekommt', other: 'bekommen' })} die Änderung am Ende des bezahlten Zeitraums.`,
      renewedAtOnce: (n) => `${accounts(n)} sofort.`,
      renewalStart: (date) => `Das erste am ${date}.`,
      renewalUnknown: (n, date) => `${accounts(n)}, sobald das Ende bekannt ist, spätestens am ${date}.`,
      followed: (n) =>
        `${accounts(n)} ${plural(n, { one: 'bekommt', other: 'bekommen' })} die Änderung sofort.`,
    },
    warnings: 'Vor dem Veröffentlichen prüfen',
    dialog: {
      title: (number) => `Ausgabe ${count(number)} veröffentlichen?`,
      consequences: 'Kunden sehen die neuen Tarife und Preise sofort.',
      consequencesLater: (date) => `Kunden sehen die neuen Tarife und Preise am ${date}.`,
      added: (plan) => `${plan} ist neu.`,
      retired: (plan) => `${plan} wird nicht mehr angeboten. Konten, die es haben, behalten es.`,
      renamed: (from, to) =>
        `${from} heißt jetzt wahrscheinlich ${to}. Die Konten folgen nur, wenn die Erweiterung die Zeile dafür hat.`,
      restored: (plan) => `${plan} wird wieder angeboten.`,
      changed: (plan) => `${plan} ändert sich.`,
      when: 'Wann',
      now: 'Jetzt',
      later: 'Zu einer Zeit',
      time: 'Datum und Uhrzeit',
      timeHint: 'Wählen Sie eine Zeit in den nächsten zwei Jahren.',
      laterHint:
        'Wird vorher eine andere Ausgabe veröffentlicht, bekommt diese deren Änderungen. Ändern beide dieselben Werte, wird diese zum Entwurf, und Ihre Webhooks bekommen ein Ereignis.',
      end: 'Ende',
      endNever: 'Nie',
      endLater: 'An einem Datum',
      endTime: 'Endet am',
      endTimeHint: 'Wählen Sie ein Ende nach der Veröffentlichung, in den nächsten zwei Jahren.',
      endHint: (edition) => `Dann wird ${edition} wieder veröffentlicht.`,
      endHintLater: 'Dann wird die Ausgabe wieder veröffentlicht, die vor dieser aktuell ist.',
      endExisting: 'Was geschieht am Ende mit Konten?',
      endMeans: {
        keep: 'Konten, die das Geänderte haben, behalten Preis und Inhalt, wie sie dann sind.',
        keep_price:
          'Konten, die das Geänderte haben, behalten den Preis, den sie dann haben, und bekommen den Inhalt, der wieder gilt.',
        follow: 'Konten, die das Geänderte haben, bekommen Preis und Inhalt, die wieder gelten.',
        follow_renewal:
          'Konten, die das Geänderte haben, behalten Preis und Inhalt bis zum Ende des bezahlten Zeitraums und bekommen dann, was wieder gilt. Zusatzfunktionen bleiben, wie sie sind.',
      },
      note: 'Notiz für Ihr Team',
      confirm: 'Jetzt veröffentlichen',
      confirmLater: 'Veröffentlichung planen',
      working: 'Wird veröffentlicht… Bei einer großen Preisliste kann das eine Minute dauern.',
      failed:
        'Es ist unbekannt, ob die Ausgabe veröffentlicht wurde. Sehen Sie ihren Stand an, bevor Sie es erneut versuchen.',
    },
    schedule: {
      failures: {
        conflict: 'Nicht veröffentlicht: Eine seitdem veröffentlichte Ausgabe ändert dieselben Werte.',
        confirmation_missing:
          'Nicht veröffentlicht: Sie wurde nicht bestätigt, nachdem eine andere Ausgabe veröffentlicht wurde.',
        difference_changed: 'Nicht veröffentlicht: Sie hätte etwas anderes geändert, als bestätigt wurde.',
        invalid: 'Nicht veröffentlicht: Ihr Text hat mit der aktuellen Liste Probleme.',
        limit_exceeded: 'Nicht veröffentlicht: Die Veröffentlichung brauchte zu viel Zeit oder Speicher.',
        end_unavailable:
          'Nicht veröffentlicht: Die Ausgabe davor könnte an ihrem Ende nicht wieder veröffentlicht werden.',
        other_publisher_required:
          'Nicht veröffentlicht: Seit der Planung gilt das Vier-Augen-Prinzip, und wer sie geplant hat, hat sie zuletzt bearbeitet.',
        changes_requested: 'Nicht veröffentlicht: Es wurden Änderungen verlangt.',
      },
      failed: (date) =>
        `Sie war für den ${date} geplant und ist wieder ein Entwurf. Ändern Sie ihren Text, oder veröffentlichen Sie sie.`,
      confirmationRequired:
        'Seit eine andere Ausgabe veröffentlicht wurde, ändert sie für Konten etwas anderes.',
      confirm: (date) =>
        `Veröffentlichen Sie sie erneut mit ihrer Zeit, sonst wird sie am ${date} nicht veröffentlicht.`,
      before: 'Vorher',
      live: 'Seitdem veröffentlicht',
      none: 'keiner',
      others: 'Andere geplante Ausgaben',
      other: (edition, date) => `${edition} ist für den ${date} geplant.`,
      outcomes: {
        scheduled: (edition, date) =>
          `${edition} bleibt für den ${date} geplant und bekommt die Änderungen dieser Ausgabe.`,
        confirmation_required: (edition, date) =>
          `${edition} ändert dann für Konten etwas anderes. Sie wird am ${date} nur veröffentlicht, wenn jemand sie bestätigt.`,
        conflict: (edition, date) =>
          `${edition} wird am ${date} nicht veröffentlicht, weil beide dieselben Werte ändern. Sie wird zum Entwurf.`,
        invalid: (edition, date) =>
          `${edition} wird am ${date} nicht veröffentlicht, weil ihr Text dann Probleme hat. Sie wird zum Entwurf.`,
      },
    },
    cancelDialog: {
      title: (number) => `Planung der Ausgabe ${count(number)} aufheben?`,
      body: 'Die Ausgabe wird mit ihrem Text zum Entwurf und kann erneut geplant werden.',
      keep: 'Planung behalten',
      working: 'Wird aufgehoben…',
    },
    discardDialog: {
      title: (number) => `Ausgabe ${count(number)} verwerfen?`,
      body: 'Der Entwurf bleibt in der Liste und kann nicht veröffentlicht werden. Sein Text kann für einen neuen Entwurf dienen.',
      scheduledBody:
        'Die Veröffentlichung wird abgesagt. Der Entwurf bleibt in der Liste, und sein Text kann für einen neuen dienen.',
      working: 'Wird verworfen…',
    },
    editor: {
      save: 'Speichern',
      saving: 'Wird gespeichert…',
      saved: 'Gespeichert.',
      unsaved: 'Noch nicht gespeichert.',
      review: 'Änderungen ansehen',
      views: 'Ansicht',
      view: { source: 'Text', extension: 'Erweiterung', theirs: 'Der andere Text' },
      outline: 'Gehe zu …',
      search: {
        Find: 'Finden',
        Replace: 'Ersetzen durch',
        next: 'Weiter',
        previous: 'Zurück',
        all: 'Alle',
        'match case': 'Groß- und Kleinschreibung',
        regexp: 'Muster',
        'by word': 'Ganze Wörter',
        replace: 'Ersetzen',
        'replace all': 'Alle ersetzen',
        close: 'Schließen',
      },
      source: 'Preisliste',
      extension: 'Erweiterung',
      theirs: 'Der andere Text',
      loading: 'Der Editor wird geladen…',
      hint: 'F8 geht zum nächsten Problem, Strg+Leertaste ergänzt Schlüssel und Namen, Strg+F findet und ersetzt, Strg+S speichert.',
      extensionHint:
        'Optional. Was die Preisliste nicht sagen kann: Texte, Tags, Links und Marke der App, Tarife für einzelne Konten.',
      checking: 'Wird geprüft…',
      checkFailed:
        'Der Text konnte nicht geprüft werden. Er bleibt hier und wird in einigen Sekunden erneut geprüft.',
      noProblems: 'Keine Probleme.',
      differences: (n) =>
        n === 0
          ? 'Kein Tarif und keine Zusatzfunktion ändert sich.'
          : `${count(n)} ${plural(n, { one: 'Tarif oder Zusatzfunktion ändert sich.', other: 'Tarife oder Zusatzfunktionen ändern sich.' })}`,
      previewPart: 'Anzeigen',
      outdatedPreview: 'Die Vorschau zeigt den letzten Text ohne Probleme.',
      noPreview: 'Die Tarife erscheinen hier, sobald der Text keine Probleme hat.',
      restored: 'Ihr nicht gespeicherter Text wurde wiederhergestellt.',
      useSaved: 'Gespeicherten Text verwenden',
      conflict:
        'Jemand anderes hat einen anderen Text gespeichert. Beide bleiben erhalten: Ihrer hier, der andere unter „Der andere Text“.',
      overwrite: 'Ihren speichern',
      useTheirs: 'Den anderen verwenden',
      saveFailed: 'Es ist unbekannt, ob der Text gespeichert wurde. Er bleibt hier. Speichern Sie erneut.',
      readOnly:
        'Die Ausgabe ist veröffentlicht oder verworfen und kann nicht geändert werden. Legen Sie daraus einen neuen Entwurf an.',
    },
    share: {
      title: 'Link zum Teilen',
      body: 'Wer den Link hat, sieht die Tarife und den Vergleich dieses Entwurfs und sonst nichts. Er endet, wenn der Entwurf veröffentlicht oder verworfen wird.',
      until: (date) => `Geteilt bis ${date}.`,
      link: 'Link, wird einmal angezeigt',
      copy: 'Link kopieren',
      copied: 'Link kopiert.',
      copyFailed: 'Der Link konnte nicht kopiert werden. Markieren und kopieren Sie ihn.',
      create: 'Link erstellen',
      replace: 'Link ersetzen',
      end: 'Nicht mehr teilen',
      banner: 'Entwurf. Diese Tarife und Preise sind nicht veröffentlicht und können sich ändern.',
    },
    review: {
      title: 'Prüfung',
      notes: 'Notizen, neueste zuerst',
      empty: 'Noch keine Notizen.',
      older: 'Ältere Notizen werden nicht angezeigt.',
      text: 'Notiz',
      textMissing: 'Schreiben Sie zuerst einen Text.',
      comment: 'Kommentieren',
      requestChanges: 'Änderungen verlangen',
      approve: 'Zustimmen',
      reviewer: 'Prüfende Person',
      choose: 'Person auswählen',
      requestReview: 'Prüfung anfordern',
      own: 'Sie haben diese Ausgabe zuletzt bearbeitet. Eine andere Person prüft sie.',
      working: 'Wird gespeichert…',
      failed:
        'Es ist unbekannt, ob die Notiz gespeichert wurde. Sehen Sie in der Liste nach, bevor Sie es erneut versuchen.',
      kinds: {
        comment: (name) => `${name} hat kommentiert`,
        saved: (name) => `${name} hat den Text gespeichert`,
        review_requested: (name, reviewer) => `${name} hat eine Prüfung durch ${reviewer} angefordert`,
        changes_requested: (name) => `${name} hat Änderungen verlangt`,
        approved: (name) => `${name} hat zugestimmt`,
      },
      done: {
        comment: 'Kommentar hinzugefügt.',
        review_requested: 'Prüfung angefordert.',
        changes_requested: 'Änderungen verlangt.',
        approved: 'Zugestimmt.',
      },
      outdated: 'Der Entwurf wurde seitdem geändert.',
      state: 'Änderungen verlangt',
      reviewBy: (name) => `Prüfung durch ${name}`,
      blocked: (name) => `${name} hat Änderungen verlangt.`,
      blockedBody:
        'Die Ausgabe kann erst veröffentlicht werden, wenn diese oder eine prüfende Person zustimmt.',
      see: 'Zur Prüfung',
    },
    stale: {
      title: 'Seit Sie zuletzt nachgesehen haben, hat sich etwas geändert',
      body: 'Es wurde nichts veröffentlicht. Dies ist der gegenwärtige Unterschied. Prüfen Sie ihn und veröffentlichen Sie erneut.',
      text: 'Der Text des Entwurfs.',
      existing: 'Die Entscheidungen über bestehende Konten.',
      plans: (plans) => `Andere Änderungen bei: ${plans}`,
    },
    done: {
      published: (number) => `Ausgabe ${count(number)} ist aktuell.`,
      scheduled: (number, date) => `Ausgabe ${count(number)} wird am ${date} veröffentlicht.`,
      discarded: (number) => `Ausgabe ${count(number)} wurde verworfen.`,
      canceled: (number) => `Ausgabe ${count(number)} ist wieder ein Entwurf.`,
    },
    errors: {
      edition_not_draft: 'Die Ausgabe ist veröffentlicht oder verworfen. Es wurde nichts geändert.',
      edition_stale:
        'Jemand anderes hat die Ausgabe oder den aktuellen Katalog geändert. Es wurde nichts geändert.',
      edition_invalid: 'Die Preisliste hat Probleme. Es wurde nichts veröffentlicht.',
      edition_unchanged: 'Der aktuelle Katalog hat denselben Inhalt. Es wurde nichts veröffentlicht.',
      edition_not_found: 'Die Ausgabe gibt es nicht.',
      end_unavailable:
        'Die Ausgabe kann nicht enden: Die Ausgabe davor könnte nicht wieder veröffentlicht werden. Veröffentlichen Sie sie ohne Ende. Es wurde nichts veröffentlicht.',
      other_publisher_required:
        'Sie haben diese Ausgabe zuletzt bearbeitet. Eine andere Person veröffentlicht sie. Es wurde nichts veröffentlicht.',
      changes_requested:
        'Es wurden Änderungen verlangt. Wer sie verlangt hat oder die Ausgabe prüft, stimmt zuerst zu. Es wurde nichts veröffentlicht.',
      other_person_required:
        'Sie haben diese Ausgabe zuletzt bearbeitet. Eine andere Person prüft sie. Es wurde nichts gespeichert.',
      body_too_large:
        'Der Text ist größer als 8 MB. Er bleibt hier, und es wurde nichts gespeichert. Kürzen Sie ihn.',
    },
  };
};
