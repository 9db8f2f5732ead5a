// Finds the part of the screen under the mouse, by Ink's own layout.
import { Box, type BoxProps, type DOMElement } from 'ink';
import { createContext, type PropsWithChildren, useContext, useEffect, useRef } from 'react';
import type { ClickTarget, Line } from '../../text/line.js';
import { width } from '../../text/text.js';
import { DimContext } from './role-text.js';

/** The target of a click, by its place within the part. */
type TargetAt = (x: number, y: number) => ClickTarget | undefined;

/** The parts of a screen that take clicks. */
export class ClickTargets {
  readonly #parts = new Map<DOMElement, TargetAt>();

  add(part: DOMElement, at: TargetAt): () => void {
    this.#parts.set(part, at);
    return () => this.#parts.delete(part);
  }
  /** The target at a place of the terminal, from 0 at the upper left corner. */
  at(x: number, y: number): ClickTarget | undefined {
    for (const [part, targetAt] of this.#parts) {
      const place = placeIn(part, x, y);
      const target = place && targetAt(...place);
      if (target) return target;
    }
    return undefined;
  }
}
/** The targets of the screen; undefined if nothing reads the mouse. */
export const ClickContext = createContext<ClickTargets | undefined>(undefined);

/** A place of the terminal within a box; undefined outside of the box and its parents. */
function placeIn(box: DOMElement, x: number, y: number): readonly [x: number, y: number] | undefined {
  const [left, top] = originOf(box);
  const [wide, high] = [box.yogaNode?.getComputedWidth() ?? 0, box.yogaNode?.getComputedHeight() ?? 0];
  if (x < left || y < top || x >= left + wide || y >= top + high) return undefined;
  return box.parentNode && !placeIn(box.parentNode, x, y) ? undefined : [x - left, y - top];
}
function originOf({ yogaNode, parentNode }: DOMElement): readonly [left: number, top: number] {
  const [left, top] = parentNode ? originOf(parentNode) : [0, 0];
  return [left + (yogaNode?.getComputedLeft() ?? 0), top + (yogaNode?.getComputedTop() ?? 0)];
}

/** A box that takes clicks, unless it is behind a dialog. */
export function Clickable({ at, children, ...box }: PropsWithChildren<BoxProps & { readonly at: TargetAt }>) {
  const targets = useContext(ClickContext);
  const isBehind = useContext(DimContext);
  const ref = useRef<DOMElement>(null);
  useEffect(() => (targets && ref.current && !isBehind ? targets.add(ref.current, at) : undefined));
  return (
    <Box ref={ref} flexShrink={0} {...box}>
      {children}
    </Box>
  );
}

/** The target of the piece of a line at a column. */
export function targetIn(line: Line | undefined, x: number): ClickTarget | undefined {
  let end = 0;
  return line?.find(({ text }) => {
    end += width(text);
    return x < end;
  })?.target;
}
