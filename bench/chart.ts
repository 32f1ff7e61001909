/** The growth as a picture: two charts side by side, a line for each case. Shares of the ceiling, because rates follow the machine's mood. */
import { cases } from './cases.ts';
import type { GrowthPoint } from './growth.ts';

const WIDTH = 860;
const HEIGHT = 380;
const PLOT = { top: 64, height: 232, width: 330 };
const COLORS = ['#0f766e', '#b45309', '#7c3aed', '#be123c'];
const HIGHEST = 0.8;

export function growthChart(points: readonly GrowthPoint[]): string {
  const byRecords = points.filter(({ accounts }) => accounts === 1);
  const byAccounts = points.filter(({ tasks }) => tasks === 10_000);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${plot(64, 'Share of the ceiling, by tasks in one account', byRecords, ({ tasks }) => tasks)}
${plot(494, 'by accounts of 10,000 tasks each', byAccounts, ({ accounts }) => accounts)}
${legend()}
</svg>
`;
}

function plot(
  left: number,
  title: string,
  points: readonly GrowthPoint[],
  sizeOf: (point: GrowthPoint) => number,
): string {
  const sizes = [...new Set(points.map(sizeOf))].sort((a, b) => a - b);
  const x = (size: number) => left + 30 + (sizes.indexOf(size) * (PLOT.width - 60)) / (sizes.length - 1);
  const marks = [0, 0.2, 0.4, 0.6, 0.8].map(
    (share) => `<line x1="${left}" x2="${left + PLOT.width}" y1="${y(share)}" y2="${y(share)}" stroke="#e5e7eb"/>
<text x="${left - 8}" y="${y(share) + 4}" text-anchor="end" fill="#4b5563">${share.toFixed(1)}</text>`,
  );
  const names = sizes.map(
    (size) =>
      `<text x="${x(size)}" y="${PLOT.top + PLOT.height + 22}" text-anchor="middle" fill="#4b5563">${size.toLocaleString('en')}</text>`,
  );
  const lines = cases.map((name, index) => {
    const own = points.filter((point) => point.name === name).sort((a, b) => sizeOf(a) - sizeOf(b));
    const at = own.map((point) => `${x(sizeOf(point)).toFixed(1)},${y(point.ratio).toFixed(1)}`);
    const dots = at.map((place) => `<circle cx="${place.replace(',', '" cy="')}" r="4" fill="${COLORS[index]}"/>`);
    return `<polyline points="${at.join(' ')}" fill="none" stroke="${COLORS[index]}" stroke-width="2"/>${dots.join('')}`;
  });
  const heading = `<text x="${left}" y="36" font-size="15" fill="#111827">${title}</text>`;
  return [heading, ...marks, ...names, ...lines].join('\n');
}

function y(share: number): number {
  return PLOT.top + PLOT.height * (1 - Math.min(share, HIGHEST) / HIGHEST);
}

function legend(): string {
  return cases
    .map((name, index) => {
      const left = 64 + index * 170;
      return `<rect x="${left}" y="${HEIGHT - 34}" width="12" height="12" fill="${COLORS[index]}"/><text x="${left + 18}" y="${HEIGHT - 24}" fill="#111827">${name}</text>`;
    })
    .join('\n');
}
