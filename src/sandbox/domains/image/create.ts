// POST /image-factory/create: what it takes, and the picture that it answers.
import { number, optional, text, word } from '../../../services/catalogue/define.js';
import { FontWeight, ImageFont, TextAlign } from '../../../services/catalogue/words.js';
import { refuse } from '../../core/refusal.js';
import { Bytes, Later } from '../../core/reply.js';
import type { World } from '../../core/world.js';
import type { Colour, Picture } from './picture.js';

const longestText = 500;
const longestSide = 4096;
const smallest = 6;

/** What the call takes: font, weight and alignment are words of SPEC.md, all names are the sandbox's own. */
export const imageBody = {
  text: text(),
  font: optional(word(ImageFont)),
  weight: optional(word(FontWeight)),
  align: optional(word(TextAlign)),
  fontSize: optional(number()),
  width: optional(number()),
  height: optional(number()),
  color: optional(text()),
  background: optional(text()),
};

/** The PNG of a text, drawn once the transaction is over. `X-Sandbox-Font` says honestly what it was drawn with. */
export function createImage({ body }: World): unknown {
  const picture = pictureOf(body as Asked);
  const headers = { 'x-sandbox-font': `sandbox strokes, for ${picture.font} ${picture.weight}` };
  return new Later(async () => new Bytes((await import('./picture.js')).draw(picture), 'image/png', headers));
}

type Asked = Partial<Omit<Picture, 'text' | 'color' | 'background'>> & {
  readonly text: string;
  readonly color?: string;
  readonly background?: string;
};

function pictureOf(asked: Asked): Picture {
  const {
    text: written,
    font = 'Poppins',
    weight = 'Medium',
    align = 'left',
    fontSize = 48,
    color = '#000000',
    background = '#ffffff',
  } = asked;
  if (written.length > longestText) refuse(400, `text may be ${longestText} characters long at most.`, 'INVALID_REQUEST');
  return {
    text: written,
    font,
    weight,
    align,
    fontSize: size('fontSize', fontSize, 1024),
    width: asked.width === undefined ? undefined : size('width', asked.width, longestSide),
    height: asked.height === undefined ? undefined : size('height', asked.height, longestSide),
    color: colour('color', color),
    background: background === 'transparent' ? undefined : colour('background', background),
  };
}

const size = (name: string, pixels: number, most: number): number =>
  Number.isInteger(pixels) && pixels >= smallest && pixels <= most
    ? pixels
    : refuse(400, `${name} must be a whole number of pixels from ${smallest} to ${most}.`, 'INVALID_REQUEST');

function colour(name: string, written: string): Colour {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(written) ?? [];
  const also = name === 'background' ? ' or transparent' : '';
  if (red === undefined) return refuse(400, `${name} must be a colour such as #1a2b3c${also}.`, 'INVALID_REQUEST');
  return [red, green!, blue!].map((byte) => Number.parseInt(byte, 16)) as unknown as Colour;
}
