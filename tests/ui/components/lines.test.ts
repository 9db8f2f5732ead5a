// The shaded columns of a chart: visible on their background in every theme, and unshaded without true colour.
import { expect, test } from 'vitest';
import { shaded } from '../../../src/ui/components/lines.js';
import { type Background, palettesOf, themes } from '../../../src/ui/state/themes.js';

const grounds: Readonly<Record<Background, string>> = { dark: '#1e1e1e', light: '#ffffff' };
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
const cases = Object.keys(themes).flatMap((name) =>
  Object.entries(palettesOf(name, [])!).map(([background, palette]) => ({ name, background, palette })),
);

test.each(cases)(
  '$name, $background: each step has a contrast of 3 to 1, and the lowest is the weakest',
  ({ background, palette }) => {
    for (const role of ['accent', 'bad'] as const) {
      const steps = [0, 0.25, 0.5, 0.75, 1].map((shade) => {
        const { color = '' } = shaded({ color: palette[role][0] }, shade);
        return contrast(color, grounds[background as Background]);
      });
      expect(Math.min(...steps)).toBeGreaterThanOrEqual(3);
      expect([...steps].sort((one, other) => other - one)).toEqual(steps);
    }
  },
);

test('named colours and those by number stay as they are', () => {
  for (const color of ['blue', 'ansi256(111)', undefined])
    expect(shaded({ color, bold: true }, 1)).toEqual({ color, bold: true });
});
