// The application: its visible screen in the frame.
import { useMemo } from 'react';
import { Frame } from '../components/frame.js';
import type { Size } from '../models/page.js';
import { type Application, topOf } from '../models/state.js';
import { applicationFrame, tableIn } from '../present/application.js';
import { RideWatchScreen } from './ride-watch.js';

/** All of the terminal. A table is measured when its rows or columns change, not when a key is pressed. */
export function ApplicationScreen({ state, size, now }: { readonly state: Application; readonly size: Size; readonly now: number }) {
  const top = topOf(state);
  const board = top.kind === 'board' ? top : undefined;
  const answer = board && state.answers[board.line];
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the state these alone make the table
  const table = useMemo(() => tableIn(state, now), [answer?.rows, answer?.columns, board?.hidden, board?.sort, state.clock, state.reveal]);
  if (top.kind === 'watch') return <RideWatchScreen {...{ size, now }} state={{ ...top.ride, head: state.head }} />;
  return <Frame {...applicationFrame(state, table, size, now)} {...{ size, now }} />;
}
