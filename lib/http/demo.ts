import { Problem } from '@/lib/contract/errors';
import { findDemoPeople } from '@/lib/versions/demo-people';
import { beginSession } from '@/lib/versions/portal-session';
import { type Answer, seeOther } from './answer';
import { config, getService } from './config';
import type { Exchange } from './exchange';
import { fieldProblem } from './fields';
import { identify, requireSameOrigin } from './identify';
import { readText } from './read-body';
import { sessionCookie } from './session-cookie';

/** Signs in as one of the demo's people, by a form of `/sign-in`. Anywhere but in the demo there is no such address. */
export async function enterDemo(request: Request, _: unknown, exchange: Exchange): Promise<Answer> {
  if (!config.demo) throw new Problem('not_found', 'There is nothing under this address.');
  requireSameOrigin(request.headers);
  await exchange.addressCounted;
  const chosen = new URLSearchParams(await readText(request)).get('person');
  const { app } = await identify(new Headers({ host: request.headers.get('host') ?? '' }));
  const people = app ? await findDemoPeople(getService(), app) : [];
  const person = people.find(({ id }) => id === chosen);
  if (!app || !person) {
    throw fieldProblem([
      { field: 'person', code: 'parameter_invalid', message: 'Choose one of the people offered.' },
    ]);
  }
  const { secret, expiresAt } = await beginSession(getService(), { ...person, appId: app.id });
  return seeOther('/', { 'Set-Cookie': sessionCookie(secret, expiresAt) });
}
