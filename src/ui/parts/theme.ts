// How parts look: roles in place of colours, and each sign with what stands in for it where the terminal has ASCII only.
import { createContext } from 'react';

/** What a role looks like, as props of Ink's Text. */
interface Look {
  readonly color?: string;
  readonly dimColor?: boolean;
  readonly bold?: boolean;
  readonly inverse?: boolean;
}
/** What every part draws with. */
export interface Theme {
  /** Keys and the sign of a question. */
  readonly accent: Look;
  /** What explains: dim rather than bright black, which some palettes make invisible. */
  readonly muted: Look;
  /** Headings and questions. */
  readonly head: Look;
  /** The marked row. */
  readonly select: Look;
  /** The sign before the marked row. */
  readonly marked: string;
}
type Environment = Readonly<Record<string, string | undefined>>;

/** The theme that fits a terminal; colours are the 16 names, since its background is not known. */
export function themeOf(env: Environment): Theme {
  return {
    accent: env.NO_COLOR ? { bold: true } : { color: 'blue' }, // it counts when it is set and not empty (no-color.org)
    muted: { dimColor: true },
    head: { bold: true },
    select: { bold: true, inverse: true },
    marked: unicode(env) ? '▸' : '>',
  };
}

/** The theme in force, given by the mount to all parts below it. */
export const ThemeContext = createContext<Theme>(themeOf({}));

/** Whether the locale has more than ASCII; where none is set (containers, Windows) the terminal almost always has. */
function unicode({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG;
  return !locale || /utf-?8/i.test(locale);
}
