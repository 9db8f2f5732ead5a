// Draws what a terminal shows as SVG: each cell at its place, colours and attributes as the program wrote them.
import type xterm from '@xterm/headless';

const [cellWidth, cellHeight, margin] = [8.4, 18, 14];
const [text, ground] = ['#d6dbe1', '#14181d'];
/** The colours 0 to 15 of the picture's palette. */
const hues = ['#f2724f', '#3ddba6', '#f7dc5a', '#8fb4ff', '#cb80b1', '#4a9ff5'];
const named = ['#14181d', ...hues, '#d6dbe1', '#59636e', ...hues, '#ffffff'];

/** A colour of the 256-colour palette. */
function indexed(colour: number): string {
  if (colour < 16) return named[colour]!;
  if (colour >= 232) return rgb(...([0, 0, 0].map(() => 8 + (colour - 232) * 10) as [number, number, number]));
  const level = (part: number) => (part === 0 ? 0 : 55 + part * 40);
  const at = colour - 16;
  return rgb(level(Math.floor(at / 36)), level(Math.floor(at / 6) % 6), level(at % 6));
}
const rgb = (...parts: [number, number, number]): string =>
  `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
const whole = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;

interface Look {
  readonly fill: string;
  readonly back: string;
  readonly bold: boolean;
  readonly dim: boolean;
}
type Cell = NonNullable<ReturnType<NonNullable<ReturnType<xterm.IBuffer['getLine']>>['getCell']>>;
function tableSettingsOf(cell: Cell): Look {
  const own = cell.isFgRGB() ? whole(cell.getFgColor()) : cell.isFgPalette() ? indexed(cell.getFgColor()) : text;
  const behind = cell.isBgRGB() ? whole(cell.getBgColor()) : cell.isBgPalette() ? indexed(cell.getBgColor()) : ground;
  const [fill, back] = cell.isInverse() ? [behind, own] : [own, behind];
  return { fill, back, bold: cell.isBold() !== 0, dim: cell.isDim() !== 0 };
}
const same = (one: Look, other: Look): boolean => JSON.stringify(one) === JSON.stringify(other);
const escaped = (chars: string): string => chars.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const number = (value: number): string => String(Math.round(value * 10) / 10);

/** The rectangles and texts of the visible screen. */
export function drawnCells(screen: xterm.Terminal): readonly string[] {
  const { cols, rows, buffer } = screen;
  const grounds: string[] = [];
  const texts: string[] = [];
  for (let y = 0; y < rows; y++) {
    const line = buffer.active.getLine(buffer.active.viewportY + y);
    const top = margin + y * cellHeight;
    for (let x = 0; line && x < cols; ) {
      const first = line.getCell(x)!;
      const look = tableSettingsOf(first);
      const start = x;
      let chars = '';
      for (
        let cell: Cell | undefined = first;
        cell && same(tableSettingsOf(cell), look);
        cell = x < cols ? line.getCell(x) : undefined
      ) {
        if (cell.getWidth() > 0) chars += cell.getChars() || ' ';
        x += 1;
      }
      const left = margin + start * cellWidth;
      if (look.back !== ground)
        grounds.push(
          `<rect x="${number(left)}" y="${number(top)}" width="${number((x - start) * cellWidth)}" height="${cellHeight}" fill="${look.back}"/>`,
        );
      if (chars.trim() === '') continue;
      const lead = chars.length - chars.trimStart().length;
      const shown = chars.trim();
      const attributes = `${look.bold ? ' font-weight="bold"' : ''}${look.dim ? ' opacity="0.6"' : ''}`;
      texts.push(
        `<text x="${number(left + lead * cellWidth)}" y="${number(top + 13.5)}" fill="${look.fill}"${attributes} textLength="${number((x - start - lead - (chars.length - chars.trimEnd().length)) * cellWidth)}">${escaped(shown)}</text>`,
      );
    }
  }
  return [...grounds, ...texts];
}

/** A document of the size of a screen. @param title what it shows, for readers that see no picture */
const documentOf = (
  { cols, rows }: Pick<xterm.Terminal, 'cols' | 'rows'>,
  title: string,
  content: readonly string[],
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${number(cols * cellWidth + 2 * margin)} ${number(rows * cellHeight + 2 * margin)}" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" xml:space="preserve">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${ground}"/>`,
    ...content,
    '</svg>',
    '',
  ].join('\n');

/** The visible screen of a terminal as an SVG document. @param title what it shows, for readers that see no picture */
export const svgOf = (screen: xterm.Terminal, title: string): string => documentOf(screen, title, drawnCells(screen));

/** A screen, as `drawnCells` has drawn it, and how long it is shown. */
export interface Scene {
  readonly cells: readonly string[];
  readonly seconds: number;
}
/**
 * Screens one after the other, without end, as an SVG document that moves by itself. A reader who wants no motion sees the last one. A cell that several scenes
 * share is drawn once.
 */
export function movingSvg(
  size: Pick<xterm.Terminal, 'cols' | 'rows'>,
  title: string,
  scenes: readonly Scene[],
): string {
  const whole = scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  const percent = (seconds: number) => number((100 * seconds) / whole);
  /** The cells by the scenes that show them. */
  const shown = new Map<string, number[]>();
  for (const [at, { cells }] of scenes.entries())
    for (const cell of new Set(cells)) shown.set(cell, [...(shown.get(cell) ?? []), at]);
  const isGround = (cell: string) => cell.startsWith('<rect');
  const groups = new Map<string, string[]>();
  for (const [cell, at] of [...shown].sort(([one], [two]) => Number(isGround(two)) - Number(isGround(one)))) {
    const key = [isGround(cell) ? 'ground' : 'text', ...at].join(' '); // grounds are below all texts
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  const starts = scenes.map((_, at) => scenes.slice(0, at).reduce((sum, { seconds }) => sum + seconds, 0));
  const last = scenes.length - 1;
  const styles = [...groups.keys()].map((key, nth) => {
    const places = key.split(' ').slice(1).map(Number);
    const steps = scenes.map((_, at) => `${percent(starts[at]!)}%{opacity:${places.includes(at) ? 1 : 0}}`);
    const isLast = places.includes(last) ? 1 : 0;
    return `.g${nth}{opacity:${isLast}}@media(prefers-reduced-motion:no-preference){.g${nth}{animation:g${nth} ${number(whole)}s infinite step-end}}@keyframes g${nth}{${steps.join('')}}`;
  });
  return documentOf(size, title, [
    `<style>${styles.join('')}</style>`,
    ...[...groups.values()].map((cells, nth) => `<g class="g${nth}">\n${cells.join('\n')}\n</g>`),
  ]);
}
