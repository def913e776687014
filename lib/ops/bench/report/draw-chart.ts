import type { Figure, Measure } from '@/lib/ops/bench/measure';
import { chartStyle } from './chart-style';
import { logScale } from './log-scale';
import type { BenchResult } from './result';

const width = 880;
const plot = { left: 196, right: 716, top: 92 };
const rowHeight = 56;

/** Measures that ask servers the same in requests a second; others compare the service with itself. */
const shown = ['warm', 'unchanged', 'after-change', 'version', 'history', 'switch'];

type Kind = 'service' | 'peer' | 'bare' | 'raw';

const legend: [kind: Kind, name: string][] = [
  ['service', 'App Versions'],
  ['peer', 'Fastify + pg, by hand'],
  ['bare', 'node:http alone'],
  ['raw', 'pg alone'],
];

/**
 * Requests a second as an SVG: a row for each measure, a dot for each subject, on a logarithmic scale. It has its own
 * colours for dark pages, and says its values in words too.
 */
export function drawChart({ measures, machine, date }: BenchResult): string {
  const rows = shown.flatMap((name) => measures.filter((measure) => measure.name === name));
  const figures = rows.flatMap((row) => row.figures);
  const scale = logScale(
    figures.map(({ perSecond }) => perSecond),
    plot,
  );
  const bottom = plot.top + rows.length * rowHeight;
  const height = bottom + 66;
  const note =
    `${machine.processor}, ${machine.cores} cores shared by server, database and load generator; ` +
    `Node ${machine.node.slice(1)}; ${date.slice(0, 10)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title values">
<title id="title">Requests a second</title>
<desc id="values">${plain(rows.map(inWords).join(' '))}</desc>
<style>${chartStyle}</style>
<rect class="page" width="${width}" height="${height}" rx="10"/>
<text class="title" x="24" y="36">Requests a second</text>
<text class="note" x="24" y="57">one process, signed in, medians of rounds taken in turn; a logarithmic scale, more is better</text>
${drawLegend(rows)}
<g class="grid">
${scale.ticks.map(({ x, label }) => `<path d="M${x} ${plot.top - 8}V${bottom}"/><text x="${x}" y="${bottom + 18}">${label}</text>`).join('\n')}
</g>
<text class="heading" x="${width - 24}" y="${plot.top - 16}">against the peer</text>
${rows.map((row, index) => drawRow(row, plot.top + (index + 0.5) * rowHeight, scale.at)).join('\n')}
<text class="note" x="24" y="${height - 18}">${plain(note)}</text>
</svg>
`;
}

function drawRow(measure: Measure, y: number, at: (value: number) => number): string {
  const dots = measure.figures.map(({ subject, perSecond }) => ({
    kind: kindOf(subject),
    x: at(perSecond),
    perSecond,
  }));
  const xs = dots.map(({ x }) => x);
  const line = `<path class="span" d="M${Math.min(...xs)} ${y}H${Math.max(...xs)}"/>`;
  const marks = dots.map(({ kind, x }) => drawMark(kind, x, y));
  // Above and below the line, so that two that are close stay apart.
  const values = dots.flatMap(({ kind, x, perSecond }) => {
    const below = { service: -13, peer: 21, bare: null, raw: null }[kind];
    if (below === null) return [];
    return `<text class="value ${kind}" x="${x}" y="${y + below}">${shortly(perSecond)}</text>`;
  });
  const ratio = ratioToPeer(measure.figures);
  return `<g class="row"><text class="label" x="24" y="${y + 5}">${plain(measure.title)}</text>
${line}${marks.join('')}${values.join('')}
<text class="ratio" x="${width - 24}" y="${y + 5}">${ratio === null ? '' : `${tell(ratio)} ×`}</text></g>`;
}

function drawMark(kind: Kind, x: number, y: number): string {
  if (kind === 'raw') return `<path class="raw" d="M${x - 6} ${y}l6 -6l6 6l-6 6z"/>`;
  return `<circle class="${kind}" cx="${x}" cy="${y}" r="${kind === 'service' ? 7 : 5.5}"/>`;
}

function drawLegend(rows: Measure[]): string {
  const kinds = new Set(rows.flatMap(({ figures }) => figures.map(({ subject }) => kindOf(subject))));
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

function kindOf(subject: string): Kind {
  if (subject === 'service' || subject === 'peer') return subject;
  return subject.startsWith('raw') ? 'raw' : 'bare';
}

function ratioToPeer(figures: Figure[]): number | null {
  const of = (name: string) => figures.find(({ subject }) => subject === name)?.perSecond;
  const [service, peer] = [of('service'), of('peer')];
  return service === undefined || peer === undefined ? null : service / peer;
}

function inWords({ title, figures }: Measure): string {
  const values = figures.map(({ subject, perSecond }) => `${subject} ${shortly(perSecond)}`);
  return `${title}: ${values.join(', ')}.`;
}

/** Three digits that count: 1,430 and 24,800. */
function shortly(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}

function tell(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0);
}

function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
