export const signIn = {
  title: 'Wer sind Sie heute?',
  lead: 'Dies ist eine Demo, und ihre Personen sind erfunden. Wählen Sie eine aus; ein Passwort brauchen Sie nicht.',
  enter: 'Anmelden',
  as: (person: string) => `als ${person}`,
  nobody: 'Noch ist niemand da.',
};
