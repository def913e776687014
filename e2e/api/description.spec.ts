import { expect } from '@playwright/test';
import { describeApi } from '@/lib/contract/openapi/describe-api';
import type { OperationObject } from '@/lib/contract/openapi/document';
import { test } from '../fixtures';
import { ask } from './ask';
import { checkAnswer, readDescription, type Told } from './check-answer';

function exampleOf(operation: OperationObject | undefined, name: string): Record<string, unknown> {
  const example = operation?.responses[200]?.content['application/json']?.examples[name];
  if (!example || '$ref' in example) throw new Error(`There is no example "${name}".`);
  return example.value as Record<string, unknown>;
}

test('is served to anybody, as the contract makes it', async ({ request }) => {
  for (const options of [{}, { key: 'avk_wrong' }, { headers: { Host: 'nobody.localhost' } }]) {
    const { status, body } = await ask(request, '/api/openapi.json', options);
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(describeApi()))]);
  }
});

test('an answer that it does not tell of is noticed', async () => {
  const { document } = await readDescription();
  const right = exampleOf(document.paths['/app/versions/{id}']?.get, 'team');
  const switched = exampleOf(document.paths['/app/versions']?.post, 'switched');
  const refusal = document.components.examples.version_not_found?.value as Record<string, unknown>;
  const headers = {
    'api-version': document.info.version,
    'x-request-id': 'req_01m7y5yag3e4c877sfh3t48cd5',
    'cache-control': 'private, no-cache',
    'content-type': 'application/json',
  };
  const told = {
    method: 'GET',
    url: '/app/versions/ver_1',
    status: 200,
    headers: { ...headers, etag: '"1"' },
    text: JSON.stringify(right),
  };
  const asProblem = { ...headers, 'content-type': 'application/problem+json' };
  const refused = { ...told, status: 404, headers: asProblem, text: JSON.stringify(refusal) };
  await checkAnswer(told);
  await checkAnswer(refused);
  const { 'api-version': _, ...headless } = headers;
  const lies: Record<string, Told> = {
    'a status': { ...told, status: 202 },
    'a media type': { ...told, headers: { ...headers, 'content-type': 'text/html' } },
    'a header that is missing': { ...told, headers: headless },
    'a header that is wrong': { ...told, headers: { ...headers, 'x-request-id': 'req_1' } },
    'a header of another answer': { ...told, headers: { ...headers, 'retry-after': '1' } },
    'another date': { ...told, headers: { ...headers, 'api-version': '2020-01-01' } },
    'a field that is missing': { ...told, text: JSON.stringify({ ...right, title: undefined }) },
    'a field that is wrong': { ...told, text: JSON.stringify({ ...right, active: 1 }) },
    'a field that is unknown': { ...told, text: JSON.stringify({ ...right, colour: 'red' }) },
    'a code of another operation': { ...refused, url: '/account/versions' },
    'a code of another status': { ...refused, text: JSON.stringify({ ...refusal, code: 'forbidden' }) },
    'another title': { ...refused, text: JSON.stringify({ ...refusal, title: 'No' }) },
    'an answer where there is no address': { ...told, url: '/app/versions/ver_1/nothing' },
    'a method that is not there': { ...told, method: 'PATCH' },
    'a body that it does not allow': {
      ...told,
      method: 'POST',
      url: '/app/versions',
      sent: { version_id: 7 },
      text: JSON.stringify(switched),
    },
  };
  for (const [name, lie] of Object.entries(lies)) {
    const outcome = await checkAnswer(lie).then(
      () => 'not noticed',
      () => 'noticed',
    );
    expect([name, outcome]).toEqual([name, 'noticed']);
  }
});
