/** Blocks of reports, and a figure that is drawn from a few numbers. */

export const said = (type, text, tone = 'PLAIN') => ({ type, text, tone });
export const bullets = (...items) => ({ type: 'bullets', items });
export const heading = (text) => ({ type: 'heading', text });
export const code = (text) => ({ type: 'code', text });
export const details = (title, ...blocks) => ({ type: 'details', title, blocks });

/** Columns with > before their name are right-aligned; cells with a tone are [text, tone]. */
export function table(columns, rows) {
  return {
    type: 'table',
    columns: columns.map((name) => (name.startsWith('>') ? { name: name.slice(1), align: 'RIGHT' } : { name, align: 'LEFT' })),
    rows: rows.map((row) => row.map((cell) => (Array.isArray(cell) ? { text: cell[0], tone: cell[1] } : { text: String(cell), tone: 'PLAIN' }))),
    notes: [],
  };
}

const COLORS = ['rgb(0,114,178)', 'rgb(213,94,0)', 'rgb(0,133,95)', 'rgb(176,80,138)'];

/** Lines of [x, y] by name. */
export function figure(name, title, caption, lines) {
  const all = Object.values(lines).flat();
  const x = (value) => 60 + (value / Math.max(...all.map((point) => point[0]))) * 450;
  const y = (value) => 320 - (value / Math.max(...all.map((point) => point[1]))) * 280;
  const paths = Object.values(lines).map((points, i) => {
    const path = points.map((point, j) => `${j ? 'L' : 'M'}${x(point[0]).toFixed(1)} ${y(point[1]).toFixed(1)}`).join('');
    return `<path d="${path}" fill="none" stroke="${COLORS[i % COLORS.length]}" stroke-width="2"/>`;
  });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="540" height="360" viewBox="0 0 540 360"><style>@media screen and (prefers-color-scheme: dark) {' +
    'svg [fill="white"]{fill:#15191e} svg [fill="rgb(51,51,51)"]{fill:#d8dee4} svg [stroke="rgb(221,221,221)"]{stroke:#333a42}}</style><script>alert("figure")</script>' +
    `<rect width="540" height="360" fill="white"/><path d="M60 40V320H510" fill="none" stroke="rgb(221,221,221)"/>${paths.join('')}` +
    `<text x="60" y="24" fill="rgb(51,51,51)" font-family="sans-serif" font-size="12">${Object.keys(lines).join(', ').replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text></svg>`;
  const rows = Object.entries(lines).flatMap(([line, points]) => points.map((point) => [line, `${point[0]} req/s`, `${point[1]} ms`]));
  const { columns, rows: cells, notes } = table(['phase', '>load', '>p95'], rows);
  return { type: 'figure', name, title, caption, svg, data: { columns, rows: cells, notes } };
}
