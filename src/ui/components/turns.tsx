// What stands around every dialogue: its keys come one at a time, and a part that fails takes nothing down with it.
import { useInput } from 'ink';
import { Component, type ReactNode, useEffect, useState } from 'react';

/**
 * Calls `onTaken` when all that a key has changed is in force. A part decides by the state of its last drawing, so an arrow and an
 * enter that come in one piece would choose the row before the arrow.
 */
export function Turns({ onTaken, children }: { onTaken(): void; readonly children: ReactNode }) {
  const [, turn] = useState(0);
  useInput(() => turn((turns) => turns + 1)); // so that every key is drawn for, also one that changes nothing
  useEffect(onTaken); // effects of what is inside have run by then
  return children;
}

/** Draws nothing more once a part has thrown, and hands the error on. */
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
