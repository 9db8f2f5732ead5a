// A picture of a file: in full if the terminal draws pictures in the place of text, else in half blocks.
import { createContext, useContext, useLayoutEffect, useMemo } from 'react';
import { placedPicture } from '../../text/inline-picture.js';
import { type Picture, pictureLines } from '../../text/picture.js';
import { sizeOfPng } from '../../text/png.js';
import type { Size } from '../state/page.js';
import { Lines } from './lines.js';
import { ThemeContext } from './theme.js';

/**
 * The terminal that a screen is drawn on: its environment, and how it takes a sequence that shows nothing by itself.
 */
export interface PictureTerminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  writeAside(sequence: string): void;
}
export const PictureContext = createContext<PictureTerminal | undefined>(undefined);

interface TerminalPictureProps {
  readonly picture: Picture;
  readonly png?: Uint8Array;
  /** Names it among the pictures of the terminal, epoch milliseconds. */
  readonly at: number;
  readonly area: Size;
}
export function TerminalPicture({ picture, png, at, area: { rows, columns } }: TerminalPictureProps) {
  const { depth, ascii } = useContext(ThemeContext);
  const terminal = useContext(PictureContext);
  const placed = useMemo(() => {
    const size = png && sizeOfPng(png);
    if (!terminal || !png || !size || depth < 3 || ascii) return undefined;
    return placedPicture(png, size, terminal.env, { rows, columns, id: (at % 0xff_fffe) + 1 });
  }, [terminal, png, at, rows, columns, depth, ascii]);
  useLayoutEffect(() => {
    if (!placed) return undefined;
    terminal?.writeAside(placed.sequence);
    return () => terminal?.writeAside(placed.removal);
  }, [terminal, placed]);
  return <Lines lines={placed?.lines ?? pictureLines(picture, { rows, columns })} />;
}
