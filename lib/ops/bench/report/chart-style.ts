/** Colours of the chart, for light pages and for dark ones: an SVG in an image follows the reader's own setting. */
export const chartStyle = `
svg { --page: #ffffff; --ink: #1c1b19; --soft: #6b6862; --line: #e4e1da; --span: #cfcbc2; --service: #0b6e4f; --peer: #b4552d; }
@media (prefers-color-scheme: dark) {
  svg { --page: #161513; --ink: #f1efea; --soft: #a19d95; --line: #2f2d29; --span: #4a4741; --service: #4fc79a; --peer: #e8926a; }
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
circle.peer { fill: var(--peer); }
circle.bare, path.raw { fill: var(--page); stroke: var(--soft); stroke-width: 2; }
text.service { fill: var(--service); font-weight: 650; }
text.peer { fill: var(--peer); }
`;
