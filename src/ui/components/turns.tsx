// Parts around every dialogue: its keys come one at a time, and an error ends it.
import { useInput } from 'ink';
import { Component, type ReactNode, useEffect, useState } from 'react';

/**
 * Calls `onTaken` once all changes by a key are in force. A part decides by its last drawing, so an arrow and an enter
 * in one piece would choose the row before the arrow.
 */
export function Turns({ onTaken, children }: { onTaken(): void; readonly children: ReactNode }) {
  const [, turn] = useState(0);
  useInput(() => turn((turns) => turns + 1)); // draws for every key, also for one without effect
  useEffect(onTaken); // inner effects have run by then
  return children;
}

/** Draws nothing more after an error, and reports it. */
export class Caught extends Component<{ onError(error: unknown): void; readonly children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
