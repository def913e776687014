import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { build } from 'esbuild';
import { projectRoot } from '@/tools/project-root.mjs';
import { pageUrl, startHost, test } from '../fixtures';

// The files for React pages in examples, in a page of another origin.

const files = ['use-feature.ts', 'plans.tsx'].map((name) => join(projectRoot, 'examples', name));

/** The script of a page with the plans and a feature. `window.refresh` requests the features. */
async function bundlePage(url: string): Promise<string> {
  const contents = `
    import { createRoot } from 'react-dom/client';
    import { createFeatures, useFeature } from './examples/use-feature';
    import { Plans } from './examples/plans';
    const getKey = async () => (await fetch('/key')).text();
    const features = createFeatures({ url: ${JSON.stringify(url)}, getKey });
    window.refresh = features.refresh;
    function Page() {
      const { feature, isStale } = useFeature(features, 'feature-3');
      const state = feature === undefined ? 'unknown' : feature === null ? 'no' : 'yes';
      return <main><output>{state}{isStale ? ', stale' : ''}</output><Plans origin={${JSON.stringify(url)}} /></main>;
    }
    createRoot(document.body).render(<Page />);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: projectRoot, loader: 'tsx' },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]!.text.replaceAll('</script', '<\\/script');
}

test('the files for React show plans and features, also while the service does not answer', async ({
  page,
  request,
  createTenant,
}) => {
  for (const file of files) {
    const imports = readFileSync(file, 'utf8').matchAll(/^import .* from '(.*)';$/gm);
    expect([...imports].map(([, name]) => name)).toEqual(['react']);
  }
  let script = '';
  const keys = ['avk_expired'];
  const host = await startHost((path) =>
    path === '/key' ? (keys.shift() ?? '') : `<!doctype html><body><script type="module">${script}</script>`,
  );
  const { app, account, key } = await createTenant({
    versions: [{ features: [1] }, { title: 'Team', features: [1, 2, 3] }],
    apiOrigins: [host.origin],
    frameOrigins: [host.origin],
  });
  script = await bundlePage(pageUrl(app.host, ''));
  const appKey = await key('app');
  const headers = { Authorization: `Bearer ${appKey}` };
  const created = await request.post(`/api/accounts/${account.id}/keys`, {
    headers,
    data: { role: 'member', read_only: true },
  });
  keys.push((await created.json()).data.secret);
  await page.goto(host.origin);
  const output = page.locator('output');
  // The first key has expired.
  await expect(output).toHaveText('no');
  const plans = page.frameLocator('app-versions-plans iframe');
  await expect(plans.getByRole('heading', { name: 'Team' }).first()).toBeVisible();

  await request.post('/api/app/versions', {
    headers: { ...headers, 'X-Account-Id': account.id },
    data: { version_id: app.versions[1]?.id },
  });
  const refresh = () => page.evaluate(() => (window as unknown as { refresh(): Promise<void> }).refresh());
  await refresh();
  await expect(output).toHaveText('yes');
  await page.route('**/api/account/features', (route) => route.abort());
  await refresh();
  await expect(output).toHaveText('yes, stale');
  await page.unroute('**/api/account/features');
  await refresh();
  await expect(output).toHaveText('yes');
});
