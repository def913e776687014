import * as nothing from './[[...path]]/route';
import * as history from './account/versions/route';
import * as account from './accounts/[external_id]/route';
import * as preview from './app/versions/[id]/preview/route';
import * as version from './app/versions/[id]/route';
import * as versions from './app/versions/route';
import * as description from './openapi.json/route';
import * as demo from './portal/demo/route';
import * as sessions from './portal/sessions/route';
import * as signOut from './portal/sign-out/route';

/** The route files by address, for the server that answers them without Next. A test holds it to the folder. */
export const routes = {
  '/api/app/versions': versions,
  '/api/app/versions/[id]': version,
  '/api/app/versions/[id]/preview': preview,
  '/api/account/versions': history,
  '/api/accounts/[external_id]': account,
  '/api/portal/demo': demo,
  '/api/portal/sessions': sessions,
  '/api/portal/sign-out': signOut,
  '/api/openapi.json': description,
};

/** What answers under /api where no route file does. */
export const noRoute = nothing;
