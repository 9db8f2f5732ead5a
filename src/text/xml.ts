// Writes XML 1.0, for reports in JUnit's form.

/** An element with its attributes; `children` are XML already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${attributeText.join('')}${children.length > 0 ? `>${children.join('')}</${name}>` : '/>'}`;
}

/** A document with its declaration. */
export const xmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

/** The time of a suite in the form of ISO 8601 without milliseconds, in UTC. */
export const stamp = (time: string): string => time.replace(/\.\d+Z$/, 'Z');
export const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for XML 1.0. XML cannot hold control characters and lone surrogates: they become escape sequences. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[&<>"']/g, (sign) => entities[sign]!)
    .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(
      /[\u0000-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      escapeSequence,
    );
const escapeSequence = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
