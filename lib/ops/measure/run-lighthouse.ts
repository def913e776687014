import lighthouse, { type Flags, type Result } from 'lighthouse';
import { OperatorError } from '@/lib/ops/operator-error';
import { say } from '@/lib/ops/progress.mjs';
import { atLeast, atMost, type Measure, median } from './measures';

const runs = 3;
const lcp = 'largest-contentful-paint';

/**
 * Looks at a page as Lighthouse's mobile phone does, three times, and answers with the medians. Lighthouse loads it at full
 * speed and reckons how slow it would have been; one more time network and processor are slowed indeed, for what people
 * would wait.
 */
export async function measureWithLighthouse(port: number, origin: string, path: string): Promise<Measure[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await look(port, `${origin}${path}`));
  tellWhatFalls(path, results);
  const slowed = await look(port, `${origin}${path}`, { throttlingMethod: 'devtools' });
  const score = (id: string) => median(results.map(({ categories }) => (categories[id]?.score ?? 0) * 100));
  const timing = (id: string) => median(results.map((result) => timingOf(result, id)));
  const of = path;
  return [
    { name: 'Accessibility', of, figure: score('accessibility'), unit: '', bar: atLeast(100) },
    { name: 'Best practices', of, figure: score('best-practices'), unit: '', bar: atLeast(100) },
    { name: 'Performance', of, figure: score('performance'), unit: '', bar: atLeast(99) },
    { name: 'CLS', of, figure: timing('cumulative-layout-shift'), unit: '', bar: atMost(0.02) },
    { name: 'LCP', of, figure: Math.round(timing(lcp)), unit: 'ms', bar: atMost(1800) },
    {
      name: 'LCP, slowed indeed',
      of,
      figure: Math.round(timingOf(slowed, lcp)),
      unit: 'ms',
      bar: atMost(1800),
    },
  ];
}

function timingOf({ audits }: Result, id: string): number {
  return audits[id]?.numericValue ?? Infinity;
}

async function look(port: number, url: string, flags: Flags = {}, tries = 3): Promise<Result> {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    ...flags,
  });
  const result = outcome?.lhr;
  // On a busy machine a trace can miss its own beginning; Lighthouse then says to run it again.
  if (result?.runtimeError && tries > 1) return look(port, url, flags, tries - 1);
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
