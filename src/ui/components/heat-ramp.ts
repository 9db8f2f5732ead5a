// The ramp of backgrounds of a heat map, from few to many, and its selected cell; each with a colour of text on it.
import type { Style } from './theme.js';

/** A background and the colour of text on it: in true colour, and by number in 256 colours. */
export interface HeatStep {
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
