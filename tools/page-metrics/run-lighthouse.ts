import lighthouse, { type Flags, type Result } from 'lighthouse';
import { CliError } from '@/tools/cli';
import { median } from '@/tools/metric';
import { log } from '@/tools/progress.mjs';
import type { PageMetric } from './page-metric';

const runs = 3;
const lcp = 'largest-contentful-paint';

/**
 * Measures a page with Lighthouse's mobile profile. Values are medians of three runs. Lighthouse simulates the slow
 * network and CPU from a fast load; one more run applies the throttling, for the LCP that a user would experience.
 */
export async function runLighthouse(port: number, origin: string, path: string): Promise<PageMetric[]> {
  const url = `${origin}${path}`;
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await runOnce(port, url));
  logLowAudits(path, results);
  const throttled = await runOnce(port, url, { throttlingMethod: 'devtools' });
  const getScore = (id: string) =>
    median(results.map(({ categories }) => (categories[id]?.score ?? 0) * 100));
  const getMedian = (id: string) => median(results.map((result) => getNumericValue(result, id)));
  const createMetric = (
    name: string,
    value: number,
    type: 'min' | 'max',
    goal: number,
    unit: PageMetric['unit'] = '',
  ): PageMetric => ({ name, scope: path, value, unit, goal: { type, value: goal } });
  return [
    createMetric('Accessibility', getScore('accessibility'), 'min', 100),
    createMetric('Best practices', getScore('best-practices'), 'min', 100),
    createMetric('Performance', getScore('performance'), 'min', 99),
    createMetric('CLS', getMedian('cumulative-layout-shift'), 'max', 0.02),
    createMetric('LCP, simulated', Math.round(getMedian(lcp)), 'max', 1800, 'ms'),
    createMetric('LCP, throttled', Math.round(getNumericValue(throttled, lcp)), 'max', 1800, 'ms'),
  ];
}

function getNumericValue({ audits }: Result, id: string): number {
  return audits[id]?.numericValue ?? Infinity;
}

async function runOnce(port: number, url: string, flags: Flags = {}, attempts = 3): Promise<Result> {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    ...flags,
  });
  const result = outcome?.lhr;
  // On a busy machine the start of a trace can be missing. Lighthouse asks to run again.
  if (result?.runtimeError && attempts > 1) return runOnce(port, url, flags, attempts - 1);
  if (!result || result.runtimeError) {
    throw new CliError(`Lighthouse failed on ${url}: ${result?.runtimeError?.message ?? ''}`);
  }
  // After a lost sign-in, another page would be measured.
  if (result.finalDisplayedUrl !== url) {
    throw new CliError(`${url} redirected to ${result.finalDisplayedUrl}.`);
  }
  return result;
}

/** Logs the weighted audits that scored below 0.9 in any run. */
function logLowAudits(path: string, results: Result[]): void {
  const lowAudits = results.flatMap(({ categories, audits }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => {
        const { score = null, displayValue = '' } = audits[id] ?? {};
        return weight > 0 && score !== null && score < 0.9 ? [`${id} ${displayValue}`] : [];
      }),
    ),
  );
  if (lowAudits.length > 0) log(`${path}: ${[...new Set(lowAudits)].join(', ')}`);
}
