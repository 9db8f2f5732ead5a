// The shells of persons: which one it is, and how a word is quoted for it.
import { quoted } from '../command-line.js';
import { isUnix, type Platform, type Variables } from './platform.js';

/** The shells that quote words in different ways. Those of POSIX, and fish, quote alike. */
export type Shell = 'posix' | 'cmd' | 'powershell' | 'nushell';

/** The shell that has started the program, by the variables that it sets. */
export function shellOf(env: Variables, platform?: Platform): Shell {
  if (env.NU_VERSION) return 'nushell';
  if (isUnix(platform) || env.SHELL) return 'posix'; // also bash on Windows
  // PowerShell adds the folder of the person to those of the system
  return (env.PSModulePath ?? '').split(';').length > 2 ? 'powershell' : 'cmd';
}

const quotes: Readonly<Record<Shell, (word: string) => string>> = {
  posix: quoted,
  cmd: (word) => `"${word.replaceAll('"', '\\"')}"`,
  powershell: (word) => `'${word.replaceAll("'", "''")}'`,
  nushell: (word) => (word.includes("'") ? JSON.stringify(word) : `'${word}'`),
};

/** Quotes a word for a shell, if it needs that. */
export const quotedFor = (shell: Shell, word: string): string =>
  shell === 'posix' || !/^[\w+=:./-]+$/.test(word) ? quotes[shell](word) : word;

/** A word that is quoted for POSIX, or has commas, which PowerShell takes for a list. */
const quotedWord = /(?<=[\s=])(?:'((?:[^'\n]|'\\'')*)'|([\w.-]+(?:,[\w.-]+)+))(?=[\s.,;:)]|$)/g;

/** A text whose command lines (`tuk …`) are quoted for POSIX, for the shell of the person. */
export function forShell(text: string, env: Variables, shell = shellOf(env)): string {
  return text.replace(/\btuk [a-z].*/g, (line) =>
    line.replace(quotedWord, (whole, word?: string, list?: string) =>
      list === undefined
        ? quotes[shell](word!.replaceAll("'\\''", "'"))
        : shell === 'powershell'
          ? quotes[shell](list)
          : whole,
    ),
  );
}
