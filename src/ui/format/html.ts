// HTML that a service sends as the value of a field, as the plain lines that a person reads.

/** Whether a text is HTML: it begins with an element, and has one that ends. */
export const isHtml = (text: string): boolean => /^\s*<[a-z][^<>]*>/i.test(text) && /<\/[a-z][^<>]*>|<br\s*\/?>/i.test(text);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Its text, a line for each of its blocks; nothing of it is run, and what is no element stays. Not yet made safe. */
export function plainOf(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(br|hr)\s*\/?>|<\/(p|div|li|tr|h[1-6]|ul|ol|table)\s*>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '· ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
