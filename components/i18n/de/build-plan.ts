export const buildPlan = () => ({
  title: 'Tarif zusammenstellen',
  lead: 'Fügen Sie hinzu, was Sie brauchen. Die Summe gilt für alles Hinzugefügte.',
  accountLead: 'Aktivieren Sie, was Sie brauchen. Die Summe gilt für alles Aktivierte.',
  add: 'Hinzufügen',
  remove: 'Entfernen',
  selection: 'Ihre Auswahl',
});
