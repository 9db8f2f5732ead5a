// The application: one group's screen, or the watch screen of a ride over it.
import { useMemo } from 'react';
import type { Application } from '../models/application.js';
import type { Size } from '../models/page.js';
import { Lines } from '../parts/lines.js';
import { applicationLines, rideGrid } from '../present/application.js';

/** All of the terminal. The table of rides is measured when rides come, not when a key is pressed. */
export function ApplicationScreen({ state, size, now }: { readonly state: Application; readonly size: Size; readonly now: number }) {
  const table = useMemo(() => rideGrid(state.rides), [state.rides]);
  return <Lines lines={applicationLines(state, table, size, now)} />;
}
