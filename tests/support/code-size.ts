// The size of source files in characters of code: without comments, blanks and line ends.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The paths of all files below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));

/** Whether a slash after this text begins a regular expression and no division. */
const beforeExpression = /(?:^|[=(,:;!&|?{}[\n+*%<>~^]|\breturn|\btypeof)\s*$/;

/** Where the literal that begins at a place ends: a text, or a regular expression. */
function endOfLiteral(source: string, start: number, quote: string): number {
  let isInSet = false;
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (quote === '/' && (sign === '[' || sign === ']')) isInSet = sign === '[';
    else if (sign === quote && !isInSet) return at + 1;
    else if (sign === '\n' && quote !== '`') return at;
  }
  return source.length;
}

/** A TypeScript source without its comments. Templates are taken as they are, with the code in them. */
export function withoutComments(source: string): string {
  let code = '';
  for (let at = 0; at < source.length; ) {
    const two = source.slice(at, at + 2);
    const sign = source[at]!;
    if (two === '//' || two === '/*') {
      const end = source.indexOf(two === '//' ? '\n' : '*/', at + 2);
      at = end < 0 ? source.length : two === '//' ? end : end + 2;
      continue;
    }
    const isLiteral = sign === "'" || sign === '"' || (sign === '/' && beforeExpression.test(code.slice(-40)));
    const end = isLiteral ? endOfLiteral(source, at, sign) : sign === '`' ? endOfTemplate(source, at) : at + 1;
    code += source.slice(at, end);
    at = end;
  }
  return code;
}

/** Where a template ends, with the templates in its expressions. */
function endOfTemplate(source: string, start: number): number {
  let depth = 0;
  for (let at = start + 1; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (depth === 0 && sign === '`') return at + 1;
    else if (source.startsWith('${', at)) {
      depth += 1;
      at += 1;
    } else if (depth > 0 && sign === '`') at = endOfTemplate(source, at) - 1;
    else if (depth > 0 && (sign === "'" || sign === '"')) at = endOfLiteral(source, at, sign) - 1;
    else if (depth > 0 && sign === '{') depth += 1;
    else if (depth > 0 && sign === '}') depth -= 1;
  }
  return source.length;
}

/** The characters of code in files. */
export const codeSize = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + withoutComments(readFileSync(file, 'utf8')).replace(/\s/g, '').length, 0);
/** The lines of files. */
export const lineCount = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
