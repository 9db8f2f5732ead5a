// Holds back the output of others while a screen is on the terminal.

/** Takes a stream's `write` until it is released; then the held output is written. */
export function held(stream: NodeJS.WritableStream | undefined): { release(): void } {
  if (!stream) return { release: () => {} };
  const descriptor = Object.getOwnPropertyDescriptor(stream, 'write');
  const texts: (string | Uint8Array)[] = [];
  stream.write = (text: string | Uint8Array, ...more: unknown[]) => {
    texts.push(text);
    const done = more.find((part) => typeof part === 'function');
    if (done) setImmediate(done as () => void);
    return true;
  };
  return {
    release() {
      if (descriptor) Object.defineProperty(stream, 'write', descriptor);
      else Reflect.deleteProperty(stream, 'write');
      for (const text of texts) stream.write(text);
    },
  };
}
