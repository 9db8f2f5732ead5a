// Detects the media type of an image by its first bytes.

const signatures: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/svg+xml', /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg[\s>]/s],
];

/** The media type by the first 1,000 bytes; undefined if it is not PNG, JPEG, GIF, WebP or SVG. */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1000, bytes.byteLength)).toString('latin1');
  return signatures.find(([, pattern]) => pattern.test(head))?.[0];
}
