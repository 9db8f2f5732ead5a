// A picture that has been written, for eyes: what it is, and its pixels where they can be drawn.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { grouped } from '../../money/amount-text.js';
import type { Made } from '../../ui/models/screens.js';
import { pictureOf, sizeOfPng } from './png.js';
import { typeOf } from './type.js';

/** The file as a screen shows it; nothing where it cannot be read. @param now epoch milliseconds */
export function madeAt(file: string, now: number): Made | undefined {
  try {
    const bytes = readFileSync(file);
    const picture = pictureOf(bytes);
    return { path: path.basename(file), facts: factsOf(bytes), at: now, ...(picture ? { picture } : {}) };
  } catch {
    return undefined; // it has gone again
  }
}

function factsOf(bytes: Uint8Array): string[] {
  const size = sizeOfPng(bytes);
  const type = typeOf(bytes) ?? 'no picture that is known';
  return [...(size ? [`${size.width} × ${size.height}`] : []), type, `${grouped(String(bytes.length))} bytes`];
}
