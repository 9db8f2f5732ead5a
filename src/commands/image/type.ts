// What a picture is, by its own first bytes.

/** How the pictures begin that services make. */
const beginnings: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/svg+xml', /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg[\s>]/s],
];

/** The type of a picture; nothing for what is none that is known. */
export function typeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1000, bytes.byteLength)).toString('latin1');
  return beginnings.find(([, begins]) => begins.test(head))?.[0];
}
