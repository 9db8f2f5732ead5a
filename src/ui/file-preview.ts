// Builds the preview of a written image: its facts, and its pixels if they can be drawn.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { grouped } from '../money/amount-text.js';
import { mediaTypeOf } from '../text/media-type.js';
import { pictureOf, sizeOfPng } from '../text/png.js';
import type { FilePreview } from './state/screens.js';

/** The preview of a file; undefined if it cannot be read. @param now epoch milliseconds */
export function filePreview(file: string, now: number): FilePreview | undefined {
  try {
    const bytes = readFileSync(file);
    const png = sizeOfPng(bytes) ? bytes : undefined;
    return { path: path.basename(file), facts: factsOf(bytes), at: now, picture: pictureOf(bytes), png };
  } catch {
    return undefined; // removed meanwhile
  }
}

function factsOf(bytes: Uint8Array): string[] {
  const size = sizeOfPng(bytes);
  const type = mediaTypeOf(bytes) ?? 'unknown format';
  return [...(size ? [`${size.width} × ${size.height}`] : []), type, `${grouped(String(bytes.length))} bytes`];
}
