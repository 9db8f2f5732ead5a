// The themes that ship, as data: for each role its colour, in true colour and by number in 256 colours.
// tests/ui/state/core/themes.test.ts measures them: contrast, and the distance of the statuses for each kind of colour
// blindness.

/** A colour of a role: `#rrggbb`, and its number in 256 colours; without it, it is rounded. */
export type Hue = readonly [exact: string, number?: number];
/** The roles that have a colour; `select` is the background of the selected row. */
export const hueRoles = ['muted', 'accent', 'good', 'bad', 'wait', 'need', 'unknown', 'rule', 'select'] as const;
export type HueRole = (typeof hueRoles)[number];
export type Palette = Readonly<Record<HueRole, Hue>>;
export type Background = 'dark' | 'light';
/** A theme: for one background, or a palette for each. */
export type ThemePalettes = Readonly<Partial<Record<Background, Palette>>>;

/** The colours of the design. */
const dark: Palette = {
  muted: ['#939DA8', 247],
  accent: ['#8FB4FF', 111],
  good: ['#3DDBA6', 43],
  bad: ['#F2724F', 209],
  wait: ['#4A9FF5', 75],
  need: ['#F7DC5A', 221],
  unknown: ['#CB80B1', 175],
  rule: ['#4A535E', 239],
  select: ['#1B2F4A', 236],
};
const light: Palette = {
  muted: ['#59636E', 241],
  accent: ['#2A4FC0', 26],
  good: ['#176B5B', 23],
  bad: ['#B33A12', 124],
  wait: ['#0B4A7A', 25],
  need: ['#5C4400', 94],
  unknown: ['#A8369C', 126],
  rule: ['#B8C0C9', 250],
  select: ['#E6EEFF', 254],
};
/** High contrast: 7 to 1 and more (WCAG 2.2, 1.4.6), rules included. */
const contrastDark: Palette = {
  muted: ['#C8CED6', 252],
  accent: ['#A8C8FF', 153],
  good: ['#64FFB4', 85],
  bad: ['#F68D54', 209],
  wait: ['#7DACFC', 111],
  need: ['#FDFF5A', 227],
  unknown: ['#C79CB7', 182],
  rule: ['#A4ACB8', 249],
  select: ['#0A3F8A', 18],
};
const contrastLight: Palette = {
  muted: ['#3C444D', 238],
  accent: ['#0A2E9E', 18],
  good: ['#04603B', 23],
  bad: ['#8B3B09', 52],
  wait: ['#052C6C', 17],
  need: ['#341B00', 16],
  unknown: ['#5F1444', 125],
  rule: ['#454D56', 238],
  select: ['#D0E0FF', 189],
};
/**
 * Bluish green, vermillion, sky blue, yellow and reddish purple of Okabe and Ito (Color Universal Design, 2008), each
 * moved by at most 15 in CIELAB until it has contrast and the five are as far apart as they can be.
 */
const okabeDark: Palette = {
  ...dark,
  good: ['#59A771', 72],
  bad: ['#F67317', 172],
  wait: ['#76D7FF', 123],
  need: ['#EFF563', 192],
  unknown: ['#DA76AE', 140],
};
/** The same with blue, on a light background: each is first made as dark as text has to be. */
const okabeLight: Palette = {
  ...light,
  good: ['#02573A', 23],
  bad: ['#A3590A', 88],
  wait: ['#106CC2', 26],
  need: ['#453F00', 94],
  unknown: ['#8A4F81', 53],
};

interface ShippedTheme {
  readonly is: string;
  readonly palettes: ThemePalettes;
}
/** The themes by their names. */
export const themes: Readonly<Record<string, ShippedTheme>> = {
  dark: { is: 'colours for a dark background', palettes: { dark } },
  light: { is: 'colours for a light background', palettes: { light } },
  contrast: {
    is: 'strong contrast, on a dark or a light background',
    palettes: { dark: contrastDark, light: contrastLight },
  },
  'okabe-dark': { is: 'colours for colour-blind eyes, on a dark background', palettes: { dark: okabeDark } },
  'okabe-light': { is: 'colours for colour-blind eyes, on a light background', palettes: { light: okabeLight } },
};
/** The theme without a choice: for the background that the terminal has. */
export const defaultPalettes: ThemePalettes = { dark, light };

/** A theme of the person's own: its palettes, or why it cannot be used, in a sentence. */
export interface OwnTheme {
  readonly name: string;
  readonly palettes?: ThemePalettes;
  readonly trouble?: string;
}
/** Why a theme cannot be used, in a sentence; undefined for one that can, and for none. */
export function themeTrouble(name: string | undefined, ownThemes: readonly OwnTheme[]): string | undefined {
  if (name === undefined || Object.hasOwn(themes, name)) return undefined;
  const match = ownThemes.find((theme) => theme.name === name);
  return match ? match.trouble : `There is no theme ${JSON.stringify(name)}: ${themeNames(ownThemes).join(', ')}.`;
}
/** The names of all themes that can be used. */
const themeNames = (ownThemes: readonly OwnTheme[]): readonly string[] => [
  ...Object.keys(themes),
  ...ownThemes.flatMap(({ name, palettes }) => (palettes ? [name] : [])),
];
/** The palettes of a theme; undefined for none, and for one that cannot be used. */
export const palettesOf = (name: string | undefined, ownThemes: readonly OwnTheme[]): ThemePalettes | undefined =>
  name === undefined
    ? undefined
    : Object.hasOwn(themes, name)
      ? themes[name]!.palettes
      : ownThemes.find((theme) => theme.name === name)?.palettes;
