// POST /image-factory/create: validates the fields and returns the picture.

import { number, optional, text, word } from '../../../src/services/catalogue/define.js';
import { FontWeight, ImageFont, TextAlign } from '../../../src/services/catalogue/words.js';
import { AfterCommit, Bytes, badRequest, view } from '../../core/index.js';
import { type Colour, draw, type Picture } from './picture.js';

const longestText = 500;
const longestSide = 4096;
const smallest = 6;

/** Font, weight and alignment have public words (platform 11.1). The names are the sandbox's own. */
const imageBody = {
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

/** Draws the PNG after the transaction. `X-Sandbox-Font` states the font in use. */
export const createImage = view(
  ({ body }) => {
    const picture = pictureOf(body as ImageFields);
    const headers = { 'x-sandbox-font': `sandbox strokes, for ${picture.font} ${picture.weight}` };
    return new AfterCommit(async () => new Bytes(draw(picture), 'image/png', headers));
  },
  { body: imageBody },
);

type ImageFields = Partial<Omit<Picture, 'text' | 'color' | 'background'>> & {
  readonly text: string;
  readonly color?: string;
  readonly background?: string;
};

function pictureOf(fields: ImageFields): Picture {
  const {
    text: written,
    font = 'Poppins',
    weight = 'Medium',
    align = 'left',
    fontSize = 48,
    color = '#000000',
    background = '#ffffff',
  } = fields;
  if (written.length > longestText) badRequest(`text may be ${longestText} characters long at most.`);
  return {
    text: written,
    font,
    weight,
    align,
    fontSize: size('fontSize', fontSize, 1024),
    width: fields.width === undefined ? undefined : size('width', fields.width, longestSide),
    height: fields.height === undefined ? undefined : size('height', fields.height, longestSide),
    color: colour('color', color),
    background: background === 'transparent' ? undefined : colour('background', background),
  };
}

const size = (name: string, pixels: number, most: number): number =>
  Number.isInteger(pixels) && pixels >= smallest && pixels <= most
    ? pixels
    : badRequest(`${name} must be a whole number of pixels from ${smallest} to ${most}.`);

function colour(name: string, written: string): Colour {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(written) ?? [];
  const also = name === 'background' ? ' or transparent' : '';
  if (red === undefined) return badRequest(`${name} must be a colour such as #1a2b3c${also}.`);
  return [red, green!, blue!].map((byte) => Number.parseInt(byte, 16)) as unknown as Colour;
}
