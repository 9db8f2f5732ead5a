// The application: the screen that is seen, whatever lies below it.
import { useMemo } from 'react';
import type { Size } from '../models/page.js';
import type { Application } from '../models/state.js';
import { Lines } from '../parts/lines.js';
import { applicationLines, tableIn } from '../present/application.js';

/** All of the terminal. A table is measured when its rows or columns change, not when a key is pressed. */
export function ApplicationScreen({ state, size, now }: { readonly state: Application; readonly size: Size; readonly now: number }) {
  const top = state.stack.at(-1);
  const seen = top?.kind === 'board' ? top : undefined;
  const answer = seen && state.answers[seen.line];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the state these alone make the table
  const table = useMemo(() => tableIn(state, now), [answer?.rows, answer?.columns, seen?.hidden, seen?.sort, state.clock, state.reveal]);
  return <Lines lines={applicationLines(state, table, size, now)} />;
}
