import lighthouse, { type Result } from 'lighthouse';
import { OperatorError } from '@/lib/ops/operator-error';
import { say } from '@/lib/ops/progress.mjs';
import { atLeast, atMost, type Measure, median } from './measures';

const runs = 3;

/** Looks at a page as Lighthouse's mobile phone does, three times, and answers with the medians. */
export async function measureWithLighthouse(port: number, origin: string, path: string): Promise<Measure[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await look(port, `${origin}${path}`));
  tellWhatFalls(path, results);
  const score = (id: string) => median(results.map(({ categories }) => (categories[id]?.score ?? 0) * 100));
  const timing = (id: string) => median(results.map(({ audits }) => audits[id]?.numericValue ?? Infinity));
  const of = path;
  return [
    { name: 'Accessibility', of, figure: score('accessibility'), unit: '', bar: atLeast(100) },
    { name: 'Best practices', of, figure: score('best-practices'), unit: '', bar: atLeast(100) },
    { name: 'Performance', of, figure: score('performance'), unit: '', bar: atLeast(99) },
    { name: 'CLS', of, figure: timing('cumulative-layout-shift'), unit: '', bar: atMost(0.02) },
    {
      name: 'LCP',
      of,
      figure: Math.round(timing('largest-contentful-paint')),
      unit: 'ms',
      bar: atMost(1800),
    },
  ];
}

async function look(port: number, url: string, tries = 3): Promise<Result> {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  });
  const result = outcome?.lhr;
  // On a busy machine a trace can miss its own beginning; Lighthouse then says to run it again.
  if (result?.runtimeError && tries > 1) return look(port, url, tries - 1);
  if (!result || result.runtimeError) {
    throw new OperatorError(`Lighthouse could not look at ${url}: ${result?.runtimeError?.message ?? ''}`);
  }
  // A sign-in that did not hold would measure another page.
  if (result.finalDisplayedUrl !== url) {
    throw new OperatorError(`${url} led to ${result.finalDisplayedUrl}.`);
  }
  return result;
}

/** What took points away in any of the runs, for whoever wants them back. */
function tellWhatFalls(path: string, results: Result[]): void {
  const falls = results.flatMap(({ categories, audits }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => {
        const { score = null, displayValue = '' } = audits[id] ?? {};
        return weight > 0 && score !== null && score < 0.9 ? [`${id} ${displayValue}`] : [];
      }),
    ),
  );
  if (falls.length > 0) say(`${path}: ${[...new Set(falls)].join(', ')}`);
}
