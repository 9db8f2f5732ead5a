// The themes that ship: their contrast, and the distance of the five statuses in simulated protan, deutan and tritan sight.
import { describe, expect, test } from 'vitest';
import { heatRamp } from '../../../../src/ui/components/lines.js';
import {
  type Background,
  hueRoles,
  type Palette,
  palettesOf,
  themes,
  themeTrouble,
} from '../../../../src/ui/state/core/themes.js';

type Triple = readonly [number, number, number];
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const rgb = (colour: string): Triple =>
  [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as unknown as Triple;
const times = (matrix: readonly Triple[], of: Triple): Triple =>
  matrix.map((row) => row[0] * of[0] + row[1] * of[1] + row[2] * of[2]) as unknown as Triple;

/** Relative luminance and contrast: WCAG 2.2. */
const luminance = (colour: string) => 0.2126 * rgb(colour)[0] + 0.7152 * rgb(colour)[1] + 0.0722 * rgb(colour)[2];
function contrast(one: string, other: string) {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
/** G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, 2009, severity 1.0; they apply to linear RGB. */
const matrix = (rows: string) =>
  rows.split(' / ').map((row) => row.split(' ').map(Number)) as unknown as readonly Triple[];
const sights = [
  matrix('0.152286 1.052583 -0.204868 / 0.114503 0.786281 0.099216 / -0.003882 -0.048116 1.051998'), // protan
  matrix('0.367322 0.860646 -0.227968 / 0.280085 0.672501 0.047413 / -0.01182 0.04294 0.968881'), // deutan
  matrix('1.255528 -0.076749 -0.178779 / -0.078411 0.930809 0.147602 / 0.004733 0.691367 0.3039'), // tritan
];
const xyz = matrix('0.4124564 0.3575761 0.1804375 / 0.2126729 0.7151522 0.072175 / 0.0193339 0.119192 0.9503041');
/** CIELAB of linear sRGB under D65. */
function lab(of: Triple): Triple {
  const [x, y, z] = times(xyz, of);
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  return [116 * f(y) - 16, 500 * (f(x / 0.95047) - f(y)), 200 * (f(y) - f(z / 1.08883))];
}
const clamped = (of: Triple) => of.map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple;
/** The least distance of two of these colours, for the kind of sight in which it is least. */
function leastDistance(colours: readonly string[]): number {
  return Math.min(
    ...sights.flatMap((sight) => {
      const seen = colours.map((colour) => lab(clamped(times(sight, rgb(colour)))));
      return seen.flatMap((one, at) =>
        seen.slice(at + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
      );
    }),
  );
}
/** A colour of the cube or of the greys of 256 colours. */
function of256(number: number): string {
  const level = (part: number) => [0, 95, 135, 175, 215, 255][part]!;
  const parts =
    number >= 232
      ? [0, 0, 0].map(() => 8 + 10 * (number - 232))
      : [Math.floor((number - 16) / 36), Math.floor((number - 16) / 6) % 6, (number - 16) % 6].map(level);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const statuses = ['good', 'bad', 'wait', 'need', 'unknown'] as const;
/** The backgrounds that each is made for; the selected row is in its own colour. */
const backgrounds: Readonly<Record<Background, readonly string[]>> = {
  dark: ['#000000', '#1E1E1E'],
  light: ['#FFFFFF', '#FDF6E3'],
};
/** What each theme promises: the least contrast, and the least distance, in true colour and in 256 colours. */
const promised: Readonly<Record<string, readonly [contrast: number, exact: number, of256: number]>> = {
  dark: [4.5, 21.9, 10.6],
  light: [4.5, 6.7, 3.9],
  'contrast dark': [7, 31, 11],
  'contrast light': [7, 21, 15],
  'okabe-dark': [4.5, 26, 30],
  'okabe-light': [4.5, 20.9, 16],
};
const palettes = Object.entries(themes).flatMap(([name, { palettes: each }]) =>
  Object.entries(each).map(([background, palette]): [string, Background, Palette] => [
    Object.keys(each).length > 1 ? `${name} ${background}` : name,
    background as Background,
    palette,
  ]),
);

describe.each(palettes)('%s', (name, background, palette) => {
  const [leastContrast, exact, rounded] = promised[name]!;
  test('text has contrast on each background, and the selected row under text', () => {
    for (const role of hueRoles.filter((one) => one !== 'select' && one !== 'rule'))
      for (const behind of backgrounds[background]) {
        const [colour, number] = palette[role];
        expect(contrast(colour, behind), `${role} on ${behind}`).toBeGreaterThanOrEqual(leastContrast);
        expect(contrast(of256(number!), behind), `${role} on ${behind}, 256 colours`).toBeGreaterThanOrEqual(4.5);
      }
    const text = background === 'dark' ? '#FFFFFF' : '#000000';
    expect(contrast(palette.select[0], text)).toBeGreaterThanOrEqual(leastContrast);
  });
  test('the five statuses stay apart for every kind of colour blindness', () => {
    const colours = statuses.map((role) => palette[role]);
    expect(leastDistance(colours.map(([colour]) => colour))).toBeGreaterThanOrEqual(exact);
    expect(leastDistance(colours.map(([, number]) => of256(number!)))).toBeGreaterThanOrEqual(rounded);
  });
});

test('five themes ship; the colour-blind ones keep the statuses further apart than the default ones', () => {
  expect(Object.keys(themes)).toEqual(['dark', 'light', 'contrast', 'okabe-dark', 'okabe-light']);
  for (const background of ['dark', 'light'])
    expect(promised[`okabe-${background}`]![1]).toBeGreaterThan(promised[background]![1]);
});

test('the colour-blind themes are of the palette of Okabe and Ito: each status is near the colour that it is named after', () => {
  const okabe = { good: '#009E73', bad: '#D55E00', wait: '#56B4E9', need: '#F0E442', unknown: '#CC79A7' };
  const palette = themes['okabe-dark']!.palettes.dark!;
  for (const role of statuses) {
    const [one, other] = [lab(rgb(palette[role][0])), lab(rgb(okabe[role]))];
    expect(Math.hypot(...one.map((part, at) => part - other[at]!)), role).toBeLessThanOrEqual(15.1);
  }
});

test('a theme of an unknown name has no palettes, and says which there are', () => {
  expect([palettesOf('sepia', []), palettesOf(undefined, []), palettesOf('constructor', [])]).toEqual(
    [0, 0, 0].map(() => undefined),
  );
  expect(themeTrouble('sepia', [{ name: 'night', palettes: {} }])).toBe(
    'There is no theme "sepia": dark, light, contrast, okabe-dark, okabe-light, night.',
  );
});

describe('the ramp of a heat map', () => {
  test.each(heatRamp.map((step, at) => [at, step] as const))(
    'step %i: its text has a contrast of 4.5 or more',
    (_, { back, text }) => {
      expect(contrast(back[0], text[0])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of256(back[1]), of256(text[1]))).toBeGreaterThanOrEqual(4.5);
    },
  );
  test('the more, the lighter', () => {
    for (const colours of [heatRamp.map(({ back }) => back[0]), heatRamp.map(({ back }) => of256(back[1]))]) {
      const steps = colours.map(luminance);
      expect(steps).toEqual([...steps].sort((one, other) => one - other));
    }
  });
});
