/** `/setup`: creates the first app. */
export const setup = () => ({
  title: 'Create your app',
  lead: 'Your app starts with a draft of its price list. Customers see no plans before you publish it.',
  noLink: 'There is no app here yet. You create it with the set-up link of this server.',
  linkInvalid: 'This set-up link is not valid, or has expired.',
  whereLink:
    'The server prints the link when it starts: in its terminal, or in the log of the service or container. It is valid for 24 hours. After a restart there is a new one.',
  command: 'Or create the app on the command line:',
  appTitle: 'Name of the app',
  currency: 'Currency',
  choose: 'Choose a currency',
  period: 'Prices are',
  periods: { month: 'per month', year: 'per year' },
  start: 'Start with',
  starts: { template: 'an example', list: 'your own price list' },
  file: 'Choose a file',
  list: 'Price list as YAML',
  listHint: 'Name and currency in the list apply when it is published.',
  name: 'Your name',
  session:
    'You are signed in as the product team for 12 hours, under this name. Later, your application or the command line creates sign-in links.',
  submit: 'Create app',
  working: 'Creating the app…',
  insecure: 'Open this page over HTTPS, or on localhost. Elsewhere the browser can’t keep you signed in.',
  errors: {
    link: 'The set-up link is not valid any more. Nothing was created. Restart the server and open the new link.',
    exists: 'Someone else has created an app meanwhile. Nothing was created.',
    seePlans: 'See its plans',
    unknown: 'It is unknown whether the app was created. Reload the page.',
    failed: 'The app was not created.',
  },
});
