// The styles of parts: roles in the colours that the terminal has.
import { createContext } from 'react';
import type { Role } from '../../text/line.js';
import {
  type Background,
  defaultPalettes,
  type Hue,
  type Palette,
  type ThemePalettes,
  themes,
} from '../state/core/themes.js';

/** The style of a role, as props of Ink's Text. */
export interface Style {
  readonly color?: string;
  readonly backgroundColor?: string;
  readonly dimColor?: boolean;
  readonly bold?: boolean;
  readonly inverse?: boolean;
}
/** The styles of all parts. */
export interface Theme extends Readonly<Record<Role, Style>> {
  /** The sign before the marked row. */
  readonly marked: string;
  /** Whether the terminal has no signs but ASCII. */
  readonly ascii: boolean;
  /** How many colours there are: none, 16 names, 256, all. */
  readonly depth: 0 | 1 | 2 | 3;
  /** Whether the terminal opens a URL behind a text (OSC 8). */
  readonly links: boolean;
}
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The theme that fits a terminal. Without a known background its colours are the 16 names: any other may vanish. A
 * theme for one background says it.
 * @param reported the background by the terminal itself
 * @param preferred the palettes that the person has chosen, which come first
 */
export function themeOf(env: Environment, reported?: string, preferred: ThemePalettes = defaultPalettes): Theme {
  const backgrounds = Object.keys(preferred) as readonly Background[];
  const detected = brightness(reported) ?? backgroundOf(env);
  const background = backgrounds.length === 1 ? backgrounds[0] : detected;
  const depth = depthOf(env);
  const palette = background && preferred[background];
  const isStrong = preferred === themes.contrast!.palettes;
  const colours =
    depth === 0 ? plain : depth > 1 && palette ? toned(palette, depth as 2 | 3) : named(background, isStrong);
  const ascii = !unicode(env);
  return {
    ...colours,
    marked: ascii ? '>' : '▸',
    ascii,
    depth: palette === undefined && depth > 1 ? 1 : depth,
    links: opensLinks(env),
  };
}

type Styles = Readonly<Record<Role, Style>>;
/** Styles of all themes; dim rather than bright black, which some palettes make invisible. */
const alike = {
  text: {},
  head: { bold: true },
  muted: { dimColor: true },
  rule: { dimColor: true },
  select: { bold: true, inverse: true },
};
/** Without colours (NO_COLOR) bold, dim and reverse remain. */
const plain: Styles = {
  ...alike,
  accent: { bold: true },
  good: {},
  bad: { bold: true },
  wait: {},
  need: { bold: true },
  unknown: {},
  sandbox: { inverse: true },
  protected: { inverse: true, bold: true },
};
/** Strong contrast has no dim text, and more in bold. */
const named = (background: Background | undefined, isStrong: boolean): Styles => ({
  ...alike,
  ...(isStrong && { muted: {}, rule: {} }),
  accent: { color: 'blue' },
  good: { color: 'green' },
  bad: { color: 'red' },
  wait: { color: 'cyan' },
  need: background === 'dark' ? { color: 'yellow' } : { bold: true }, // yellow on white is hard to read
  unknown: { color: 'magenta' },
  sandbox: { color: 'cyan', inverse: true },
  protected: { color: 'red', inverse: true, bold: true },
});
function toned({ select, ...texts }: Palette, depth: 2 | 3): Styles {
  const hue = ([exact, number]: Hue) => (depth === 3 || number === undefined ? exact : `ansi256(${number})`);
  const styles = Object.fromEntries(Object.entries(texts).map(([name, of]) => [name, { color: hue(of) }])) as Record<
    keyof typeof texts,
    Style
  >;
  return {
    text: {},
    head: { bold: true },
    ...styles,
    select: { backgroundColor: hue(select), bold: true },
    sandbox: { ...styles.wait, inverse: true },
    protected: { ...styles.bad, inverse: true, bold: true },
  };
}

/** Terminals that are known by their TERM to have all colours. */
const trueColour = /^(xterm-)?(kitty|ghostty|alacritty|foot|wezterm|contour|rio)|-direct$/;
/** The depth of colours by the environment. A variable counts if it is not empty (no-color.org). */
function depthOf({ FORCE_COLOR, NO_COLOR, COLORTERM, TERM }: Environment): Theme['depth'] {
  if (FORCE_COLOR === '2' || FORCE_COLOR === '3') return Number(FORCE_COLOR) as 2 | 3;
  if (FORCE_COLOR) return /^(0|false)$/i.test(FORCE_COLOR) ? 0 : 1;
  if (NO_COLOR || TERM === 'dumb') return 0;
  // ssh passes TERM, and no COLORTERM
  if (/^(truecolor|24bit)$/.test(COLORTERM ?? '') || trueColour.test(TERM ?? '')) return 3;
  return TERM?.includes('256color') ? 2 : 1;
}

/** Whether the background matters: the 16 names look right on most. */
export const needsBackground = (env: Environment): boolean => depthOf(env) > 1;

/** Whether `rgb:1e1e/1e1e/1e1e`, as terminals reply to OSC 11, is dark or light (ITU-R BT.601). */
function brightness(reported: string | undefined): Background | undefined {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i
    .exec(reported ?? '')
    ?.slice(1, 4);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16) / (16 ** part.length - 1));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
}

/** The background by COLORFGBG: its last number is one of the 16 colours. Few terminals set it. */
function backgroundOf({ COLORFGBG }: Environment): Background | undefined {
  const last = /;(\d{1,2})$/.exec(COLORFGBG ?? '')?.[1];
  if (last === undefined) return undefined;
  return ['7', '9', '10', '11', '12', '13', '14', '15'].includes(last) ? 'light' : 'dark';
}

/** Whether a terminal is one of those that open links (OSC 8); others may print the sequence. */
function opensLinks({ TERM = '', TERM_PROGRAM = '', VTE_VERSION = '', WT_SESSION, TMUX }: Environment): boolean {
  if (TMUX || TERM === 'dumb') return false;
  return (
    /kitty|alacritty|foot|ghostty|wezterm|contour/.test(TERM) ||
    /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio)$/.test(TERM_PROGRAM) ||
    Number(VTE_VERSION) >= 5000 ||
    Boolean(WT_SESSION)
  );
}

/** Whether the locale has more than ASCII; without a locale (containers, Windows) the terminal almost always has. */
function unicode({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return !locale || /utf-?8/i.test(locale);
}

/** The theme in force, given by the mount to all parts below it. */
export const ThemeContext = createContext<Theme>(themeOf({}));
