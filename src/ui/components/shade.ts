// The colour of the columns of a chart, which goes towards the background from the top to the bottom.
import type { Style } from './theme.js';

/** The most that goes towards the background: what is left has a contrast of 3 to 1 (WCAG 2.2, 1.4.11). */
const most = { dark: 0.34, light: 0.28 } as const;

/** A style with its true colour shaded; unchanged with fewer colours. @param shade from 0 to 1 */
export function shaded(style: Style, shade: number | undefined): Style {
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
