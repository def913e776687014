import type { BenchmarkResult, TargetResult } from '@/tools/bench/benchmark-result';
import type { BenchReport } from './format-report';

const width = 880;
const plot = { left: 196, right: 716, top: 92 };
const rowHeight = 56;

/** Benchmarks that compare the throughput of the service with other servers. */
const chartedBenchmarks = ['warm', 'not-modified', 'after-import', 'version', 'history', 'switch'];

type MarkKind = 'service' | 'baseline' | 'bare' | 'raw';

const legend: [kind: MarkKind, name: string][] = [
  ['service', 'App Versions'],
  ['baseline', 'Baseline: Fastify + pg'],
  ['bare', 'node:http only'],
  ['raw', 'pg only'],
];

/**
 * Draws requests per second as an SVG: a row for each benchmark, a dot for each target, on a logarithmic scale. It has
 * colors for dark mode, and a description with all values for screen readers.
 */
export function drawChart({ benchmarks, machine, date }: BenchReport): string {
  const rows = chartedBenchmarks.flatMap((name) => benchmarks.filter((benchmark) => benchmark.name === name));
  const results = rows.flatMap((row) => row.results);
  const scale = createLogScale(
    results.map(({ perSecond }) => perSecond),
    plot,
  );
  const bottom = plot.top + rows.length * rowHeight;
  const height = bottom + 66;
  const note =
    `${machine.processor}, ${machine.cores} cores shared by server, database and load generator; ` +
    `Node ${machine.node.slice(1)}; ${date.slice(0, 10)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title values">
<title id="title">Requests per second</title>
<desc id="values">${escapeXml(rows.map(describeRow).join(' '))}</desc>
<style>${chartStyle}</style>
<rect class="page" width="${width}" height="${height}" rx="10"/>
<text class="title" x="24" y="36">Requests per second</text>
<text class="note" x="24" y="57">one process, signed in, medians of alternating rounds; logarithmic scale, more is better</text>
${drawLegend(rows)}
<g class="grid">
${scale.ticks.map(({ x, label }) => `<path d="M${x} ${plot.top - 8}V${bottom}"/><text x="${x}" y="${bottom + 18}">${label}</text>`).join('\n')}
</g>
<text class="heading" x="${width - 24}" y="${plot.top - 16}">vs baseline</text>
${rows.map((row, index) => drawRow(row, plot.top + (index + 0.5) * rowHeight, scale.toX)).join('\n')}
<text class="note" x="24" y="${height - 18}">${escapeXml(note)}</text>
</svg>
`;
}

function drawRow(benchmark: BenchmarkResult, y: number, toX: (value: number) => number): string {
  const dots = benchmark.results.map(({ target, perSecond }) => ({
    kind: getMarkKind(target),
    x: toX(perSecond),
    perSecond,
  }));
  const xs = dots.map(({ x }) => x);
  const line = `<path class="span" d="M${Math.min(...xs)} ${y}H${Math.max(...xs)}"/>`;
  const marks = dots.map(({ kind, x }) => drawMark(kind, x, y));
  // One above and one below the line, so that close values do not overlap.
  const values = dots.flatMap(({ kind, x, perSecond }) => {
    const offset = { service: -13, baseline: 21, bare: null, raw: null }[kind];
    if (offset === null) return [];
    return `<text class="value ${kind}" x="${x}" y="${y + offset}">${formatRate(perSecond)}</text>`;
  });
  const ratio = getBaselineRatio(benchmark.results);
  return `<g class="row"><text class="label" x="24" y="${y + 5}">${escapeXml(benchmark.title)}</text>
${line}${marks.join('')}${values.join('')}
<text class="ratio" x="${width - 24}" y="${y + 5}">${ratio === null ? '' : `${formatRatio(ratio)} ×`}</text></g>`;
}

function drawMark(kind: MarkKind, x: number, y: number): string {
  if (kind === 'raw') return `<path class="raw" d="M${x - 6} ${y}l6 -6l6 6l-6 6z"/>`;
  return `<circle class="${kind}" cx="${x}" cy="${y}" r="${kind === 'service' ? 7 : 5.5}"/>`;
}

function drawLegend(rows: BenchmarkResult[]): string {
  const kinds = new Set(rows.flatMap(({ results }) => results.map(({ target }) => getMarkKind(target))));
  let x = width - 24;
  const items = legend
    .filter(([kind]) => kinds.has(kind))
    .toReversed()
    .map(([kind, name]) => {
      x -= name.length * 6.6 + 30;
      return `${drawMark(kind, x + 8, 32)}<text class="legend" x="${x + 21}" y="36">${name}</text>`;
    });
  return items.join('\n');
}

function getMarkKind(target: string): MarkKind {
  if (target === 'service' || target === 'baseline') return target;
  return target.startsWith('raw') ? 'raw' : 'bare';
}

/** Throughput of the service divided by that of the baseline. */
function getBaselineRatio(results: TargetResult[]): number | null {
  const find = (name: string) => results.find(({ target }) => target === name)?.perSecond;
  const [service, baseline] = [find('service'), find('baseline')];
  return service === undefined || baseline === undefined ? null : service / baseline;
}

function describeRow({ title, results }: BenchmarkResult): string {
  const values = results.map(({ target, perSecond }) => `${target} ${formatRate(perSecond)}`);
  return `${title}: ${values.join(', ')}.`;
}

/** Three significant digits: 1,430 and 24,800. */
function formatRate(perSecond: number): string {
  return Number(perSecond.toPrecision(3)).toLocaleString('en-US');
}

function formatRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

interface LogScale {
  toX: (value: number) => number;
  /** One for each power of ten. */
  ticks: { x: number; label: string }[];
}

/** A logarithmic scale that covers the values and starts and ends at a power of ten. */
export function createLogScale(values: number[], { left, right }: { left: number; right: number }): LogScale {
  const positive = values.filter((value) => value > 0);
  const min = Math.floor(Math.log10(Math.min(...positive, 100)));
  const max = Math.max(Math.ceil(Math.log10(Math.max(...positive, 1))), min + 1);
  const powerToX = (power: number) => Math.round(left + ((power - min) / (max - min)) * (right - left));
  return {
    toX: (value) => powerToX(Math.max(min, Math.log10(value))),
    ticks: Array.from({ length: max - min + 1 }, (_, index) => ({
      x: powerToX(min + index),
      label: (10 ** (min + index)).toLocaleString('en-US'),
    })),
  };
}

/** Inside an image, prefers-color-scheme follows the browser's setting. */
const chartStyle = `
svg { --page: #ffffff; --ink: #1c1b19; --soft: #6b6862; --line: #e4e1da; --span: #cfcbc2; --service: #0b6e4f; --baseline: #b4552d; }
@media (prefers-color-scheme: dark) {
  svg { --page: #161513; --ink: #f1efea; --soft: #a19d95; --line: #2f2d29; --span: #4a4741; --service: #4fc79a; --baseline: #e8926a; }
}
text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: var(--ink); }
.page { fill: var(--page); }
.title { font-size: 17px; font-weight: 650; }
.note, .legend, .heading, .grid text { font-size: 12px; fill: var(--soft); }
.heading, .ratio { text-anchor: end; }
.grid path { stroke: var(--line); }
.grid text, .value { text-anchor: middle; }
.value { font-size: 12px; font-variant-numeric: tabular-nums; }
.label { font-weight: 550; }
.ratio { font-weight: 650; font-variant-numeric: tabular-nums; }
.span { stroke: var(--span); stroke-width: 2; }
circle.service { fill: var(--service); }
circle.baseline { fill: var(--baseline); }
circle.bare, path.raw { fill: var(--page); stroke: var(--soft); stroke-width: 2; }
text.service { fill: var(--service); font-weight: 650; }
text.baseline { fill: var(--baseline); }
`;
