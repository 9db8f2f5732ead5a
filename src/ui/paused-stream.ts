// Holds back what others write on the terminal while a screen stands on it, and lets it out afterwards.

/** Takes a stream's `write` until it is released; then what was written meanwhile is written. */
export function held(stream: NodeJS.WritableStream | undefined): { release(): void } {
  if (!stream) return { release: () => {} };
  const own = Object.getOwnPropertyDescriptor(stream, 'write');
  const texts: (string | Uint8Array)[] = [];
  stream.write = (text: string | Uint8Array, ...more: unknown[]) => {
    texts.push(text);
    const done = more.find((one) => typeof one === 'function');
    if (done) setImmediate(done as () => void);
    return true;
  };
  return {
    release() {
      if (own) Object.defineProperty(stream, 'write', own);
      else Reflect.deleteProperty(stream, 'write');
      for (const text of texts) stream.write(text);
    },
  };
}
