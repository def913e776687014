import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '.';
import type { Operation } from './operation';

const page = readFileSync(new URL('../../../docs/host-integration.md', import.meta.url), 'utf8');

/** The requests of docs/host-integration.md, each with the response below it. */
const requests = [...page.matchAll(/```http\n(\w+) (\S+)\n(.*?)```\n(?:\n```json\n(.*?)```)?/gs)].map(
  ([, method = '', url = '', rest = '', response]) => ({
    method,
    url: new URL(url, 'https://plans.example.com'),
    body: /\n\n(.+)/s.exec(rest)?.[1],
    response,
  }),
);

function findOperation(method: string, pathname: string): Operation | undefined {
  const path = pathname.startsWith('/api/') ? pathname : `/api${pathname}`;
  return Object.values<Operation>(operations).find(
    (operation) =>
      operation.method === method && new RegExp(`^${operation.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
}

test.each(requests)(
  '$method $url.pathname has the fields of the operation',
  ({ method, url, body, response }) => {
    const operation = findOperation(method, url.pathname);
    expect(operation).toBeDefined();
    if (url.search) operation?.query?.parse(Object.fromEntries(url.searchParams));
    if (body !== undefined)
      expect(operation?.body?.schema?.parse(JSON.parse(body))).toEqual(JSON.parse(body));
    if (response === undefined) return;
    const parsed = operation?.responses[0]?.schema.parse(JSON.parse(response));
    // A field that the schema lacks would be left out.
    expect(parsed).toEqual(JSON.parse(response));
  },
);

test('the page has the path from the sign-up to a switch', () => {
  const paths = requests.map(({ method, url }) => `${method} ${url.pathname}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      'PUT /api/accounts/customer-7',
      'POST /api/portal/sessions',
      'POST /app/versions',
    ]),
  );
});
