import { createSerializer, type inferParserType } from 'nuqs/server';
import { compareState, plansState, previewState } from './page-state';

type State<Parsers extends Parameters<typeof createSerializer>[0]> = Partial<inferParserType<Parsers>>;

const plansQuery = createSerializer(plansState);
const compareQuery = createSerializer(compareState);
const previewQuery = createSerializer(previewState);

/** Where each page lives. Links are made here and nowhere else. */
export const addresses = {
  plans: (state: State<typeof plansState> = {}) => plansQuery('/', state),
  compare: (state: State<typeof compareState> = {}) => compareQuery('/compare', state),
  history: () => '/history',
  /** A link can't send `Accept`, so the service takes the format from the query too. */
  historyCsv: () => '/api/account/versions?format=csv',
  optionalFeatures: () => '/optional-features',
  preview: (state: State<typeof previewState> = {}) => previewQuery('/preview', state),
  previewFrame: (state: State<typeof previewState> = {}) => previewQuery('/preview/frame', state),
  signIn: () => '/sign-in',
  signOut: () => '/api/portal/sign-out',
};
