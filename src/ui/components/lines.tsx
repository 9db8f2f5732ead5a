// Rows of text: each is an Ink Text of styled pieces.
import { Box, type BoxProps, type DOMElement, Text } from 'ink';
import { createContext, memo, type PropsWithChildren, useContext, useEffect, useRef } from 'react';
import { inCells } from '../../text/cells.js';
import { type ClickTarget, cut, type Line, lineText, type Role, type Span } from '../../text/line.js';
import { asciiText, inAscii } from '../../text/signs.js';
import { width } from '../../text/text.js';
import { escapeControls, escapeLines } from '../../text/visible.js';
import { type LinkLabels, labelled } from '../state/keys/links.js';
import { type Style, type Theme, ThemeContext } from './theme.js';

// Finds the part of the screen under the mouse, by Ink's own layout.

/** The target of a click, by its place within the part. */
type TargetAt = (x: number, y: number) => ClickTarget | undefined;

/** The parts of a screen that take clicks. */
export class ClickTargets {
  readonly #parts = new Map<DOMElement, TargetAt>();

  add(part: DOMElement, at: TargetAt): () => void {
    this.#parts.set(part, at);
    return () => this.#parts.delete(part);
  }
  /** The target at a place of the terminal, from 0 at the upper left corner. */
  at(x: number, y: number): ClickTarget | undefined {
    for (const [part, targetAt] of this.#parts) {
      const place = placeIn(part, x, y);
      const target = place && targetAt(...place);
      if (target) return target;
    }
    return undefined;
  }
}
/** The targets of the screen; undefined if nothing reads the mouse. */
export const ClickContext = createContext<ClickTargets | undefined>(undefined);

/** A place of the terminal within a box; undefined outside of the box and its parents. */
function placeIn(box: DOMElement, x: number, y: number): readonly [x: number, y: number] | undefined {
  const [left, top] = originOf(box);
  const [wide, high] = [box.yogaNode?.getComputedWidth() ?? 0, box.yogaNode?.getComputedHeight() ?? 0];
  if (x < left || y < top || x >= left + wide || y >= top + high) return undefined;
  return box.parentNode && !placeIn(box.parentNode, x, y) ? undefined : [x - left, y - top];
}
function originOf({ yogaNode, parentNode }: DOMElement): readonly [left: number, top: number] {
  const [left, top] = parentNode ? originOf(parentNode) : [0, 0];
  return [left + (yogaNode?.getComputedLeft() ?? 0), top + (yogaNode?.getComputedTop() ?? 0)];
}

/** A box that takes clicks, unless it is behind a dialog. */
export function Clickable({ at, children, ...box }: PropsWithChildren<BoxProps & { readonly at: TargetAt }>) {
  const targets = useContext(ClickContext);
  const isBehind = useContext(DimContext);
  const ref = useRef<DOMElement>(null);
  useEffect(() => (targets && ref.current && !isBehind ? targets.add(ref.current, at) : undefined));
  return (
    <Box ref={ref} flexShrink={0} {...box}>
      {children}
    </Box>
  );
}

/** The target of the piece of a line at a column. */
function targetIn(line: Line | undefined, x: number): ClickTarget | undefined {
  let end = 0;
  return line?.find(({ text }) => {
    end += width(text);
    return x < end;
  })?.target;
}

// A text in the style of a role.

/** Whether text is dimmed because it is behind a dialog. */
export const DimContext = createContext(false);

interface RoleTextProps {
  readonly variant?: Role;
  /** A text of one line, unless it wraps; it is escaped here. */
  readonly children: string;
  readonly wrap?: 'truncate' | 'truncate-start' | 'wrap';
}
/** A text in the style of a role, cut at the end of its box. */
export function RoleText({ variant = 'text', children, wrap = 'truncate' }: RoleTextProps) {
  const theme = useContext(ThemeContext);
  const isDim = useContext(DimContext);
  const safe = wrap === 'wrap' ? escapeLines(children) : escapeControls(children);
  const text = isDim ? inCells(safe) : safe;
  return (
    <Text wrap={wrap} {...theme[isDim ? 'muted' : variant]}>
      {theme.ascii ? asciiText(text) : text}
    </Text>
  );
}

// The colour of the columns of a chart, which goes towards the background from the top to the bottom.

/** The most that goes towards the background: what is left has a contrast of 3 to 1 (WCAG 2.2, 1.4.11). */
const most = { dark: 0.34, light: 0.28 } as const;

/** A style with its true colour shaded; unchanged with fewer colours. @param shade from 0 to 1 */
function shaded(style: Style, shade: number | undefined): Style {
  if (!shade || !style.color?.startsWith('#')) return style;
  const parts = [1, 3, 5].map((at) => Number.parseInt(style.color!.slice(at, at + 2), 16));
  const [red = 0, green = 0, blue = 0] = parts;
  const isLight = 0.299 * red + 0.587 * green + 0.114 * blue > 110; // a light colour stands on a dark background
  const [ground, share] = isLight ? [0x14, most.dark * shade] : [0xff, most.light * shade];
  const hex = parts.map((part) =>
    Math.round(part + (ground - part) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return { ...style, color: `#${hex.join('')}` };
}

// The ramp of backgrounds of a heat map, from few to many, and its selected cell; each with a colour of text on it.

/** A background and the colour of text on it: in true colour, and by number in 256 colours. */
interface HeatStep {
  readonly back: readonly [exact: string, number: number];
  readonly text: readonly [exact: string, number: number];
}
const [light, dark] = [
  ['#FFFFFF', 231],
  ['#000000', 16],
] as const;
/** The steps of the ramp; the last one is the selected cell. */
export const heatRamp: readonly HeatStep[] = [
  { back: ['#123A63', 17], text: light },
  { back: ['#0F5C7A', 24], text: light },
  { back: ['#2A9D8F', 36], text: dark },
  { back: ['#B5C934', 148], text: dark },
  { back: ['#FFE15A', 221], text: dark },
  { back: ['#FFFFFF', 231], text: dark },
];

/** The style of a step in a terminal with this depth of colours; undefined with 16 or none. */
export function heatStyle(step: number, depth: 0 | 1 | 2 | 3): Style | undefined {
  const colours = heatRamp[step];
  if (!colours || depth < 2) return undefined;
  const colour = ([exact, number]: HeatStep['back']) => (depth === 3 ? exact : `ansi256(${number})`);
  return { backgroundColor: colour(colours.back), color: colour(colours.text), bold: step === heatRamp.length - 1 };
}

interface LinesProps {
  readonly lines: readonly Line[];
  /** The room for the rows; the rest is left out. */
  readonly columns?: number;
  readonly rows?: number;
}
/** Renders lines from the first one on, cut to the room. A click finds the target of its span. */
export function Lines({ lines, columns = Number.POSITIVE_INFINITY, rows = Number.POSITIVE_INFINITY }: LinesProps) {
  return (
    <Clickable
      at={(x, y) => targetIn(lines[y], x)}
      flexDirection="column"
      width={Number.isFinite(columns) ? columns : undefined}
    >
      {lines.slice(0, Number.isFinite(rows) ? rows : undefined).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
        <TextLine key={at} line={Number.isFinite(columns) ? cut(line, columns) : line} />
      ))}
    </Clickable>
  );
}

const samePixels = (one: Span['pixels'], other: Span['pixels']): boolean =>
  one?.[0] === other?.[0] && one?.[1] === other?.[1];
/** The style of a piece: its role, or the colours of its pixels. */
function styleOf({ role, pixels, heat, shade }: Span, theme: Theme): Style {
  const hot = heat && heatStyle(heat.step, theme.depth);
  if (hot) return hot;
  if (pixels && theme.depth > 0)
    return theme.ascii ? { backgroundColor: pixels[0] } : { color: pixels[0], backgroundColor: pixels[1] };
  return role === undefined ? {} : shaded(theme[role], shade);
}
/** The labels of the links, while letters open them; undefined otherwise. A new object for each frame. */
export const LinkContext = createContext<LinkLabels | undefined>(undefined);

/** A text with the URL behind it that it shows, for terminals that open it. */
const linkedText = ({ text, field }: Span): string =>
  field && /^https?:\/\/[!-~]+$/.test(field.text) ? `\x1b]8;;${field.text}\x1b\\${text}\x1b]8;;\x1b\\` : text;
/** The text of a piece: its pixels and steps of heat are drawn, if there are colours; a URL is a link. */
function textOf(piece: Span, { depth, ascii, links }: Theme): string {
  const { text, pixels, heat } = piece;
  if (heat && heatStyle(heat.step, depth)) return heat.text.slice(0, text.length);
  if (pixels && depth > 0) return (ascii ? ' ' : '▀').repeat(text.length);
  return links ? linkedText(piece) : text;
}
const dimmed = (line: Line): Line => [{ text: inCells(lineText(line)), role: 'muted' }];

export const TextLine = memo(
  function TextLine({ line }: { readonly line: Line }) {
    const theme = useContext(ThemeContext);
    const labels = useContext(LinkContext);
    const row = useContext(DimContext) ? dimmed(line) : labels ? labelled(line, labels) : line;
    const pieces = theme.ascii ? inAscii(row) : row;
    return (
      <Box height={1} flexShrink={0}>
        <Text wrap="truncate">
          {pieces.map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a row is its place
            <Text key={at} {...styleOf(piece, theme)}>
              {textOf(piece, theme)}
            </Text>
          ))}
        </Text>
      </Box>
    );
  },
  // most rows are as in the frame before
  ({ line: before }, { line }) =>
    before.length === line.length &&
    before.every(
      ({ text, role, pixels, heat, shade, field }, at) =>
        text === line[at]!.text &&
        role === line[at]!.role &&
        shade === line[at]!.shade &&
        field?.text === line[at]!.field?.text &&
        heat?.step === line[at]!.heat?.step &&
        samePixels(pixels, line[at]!.pixels),
    ),
);
