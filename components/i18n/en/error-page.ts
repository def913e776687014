/** Shown when a whole page fails to load. Also bundled in all languages, for when no other text can be loaded. */
export const errorPage = {
  title: 'This page didn’t load',
  body: 'Something went wrong on our side. Your plan hasn’t changed.',
  tryAgain: 'Try again',
};

/** Served without the app when the database is not available. */
export const unavailablePage = {
  title: 'This page is temporarily unavailable',
  body: 'The data of this page can’t be loaded right now. Your plan hasn’t changed. Try again in a moment.',
};
