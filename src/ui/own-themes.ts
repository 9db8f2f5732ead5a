// Themes of the person's own: a file `themes/NAME.json` beside the configuration has colours of roles, over a theme
// that ships.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../services/json-value.js';
import {
  type Background,
  type Hue,
  type HueRole,
  hueRoles,
  type OwnTheme,
  type Palette,
  themes,
} from './state/core/themes.js';

/** The largest file of a theme, bytes; the most files that are read. */
const [largest, most] = [64 * 1024, 50] as const;
const nameForm = /^[a-z0-9][a-z0-9-]{0,39}$/;
const colourForm = /^#[\da-f]{6}$/i;

/** Reads the themes in the folder `themes` of a folder, by their names. Never throws: each that is wrong says why. */
export function readOwnThemes(folder: string): readonly OwnTheme[] {
  const at = path.join(folder, 'themes');
  let files: string[];
  try {
    files = readdirSync(at).filter((file) => file.endsWith('.json'));
  } catch {
    return []; // there is no such folder
  }
  return files
    .sort()
    .slice(0, most)
    .map((file) => ownTheme(path.join(at, file)));
}

function ownTheme(file: string): OwnTheme {
  const name = path.basename(file, '.json');
  try {
    if (!nameForm.test(name)) throw new Error('a name has small letters, digits and hyphens');
    if (name === 'auto' || Object.hasOwn(themes, name)) throw new Error(`the name ${name} is taken`);
    if (!statSync(file).isFile() || statSync(file).size > largest) throw new Error('it is not a file of at most 64 kB');
    const value: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    return { name, palettes: palettesIn(value) };
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message;
    return { name, trouble: `The theme ${file} cannot be used: ${reason}.` };
  }
}

/** The palettes of the content of a file. @throws {Error} with what is wrong, as the end of a sentence */
function palettesIn(value: unknown): OwnTheme['palettes'] {
  if (!isRecord(value)) throw new Error('it is not an object with "base" and "roles"');
  const { base, roles = {}, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new Error(`it has "base" and "roles", not ${JSON.stringify(other)}`);
  if (typeof base !== 'string' || !Object.hasOwn(themes, base))
    throw new Error(`"base" must be one of ${Object.keys(themes).join(', ')}`);
  if (!isRecord(roles)) throw new Error('"roles" must be an object of colours');
  const hues = Object.entries(roles).map(([role, colour]): [HueRole, Hue] => {
    const isRole = hueRoles.some((hue) => hue === role);
    if (!isRole) throw new Error(`there is no role ${JSON.stringify(role)}: ${hueRoles.join(', ')}`);
    if (typeof colour !== 'string' || !colourForm.test(colour))
      throw new Error(`the colour of "${role}" must be like "#8fb4ff", not ${JSON.stringify(colour)}`);
    return [role as HueRole, [colour]];
  });
  const colours = Object.fromEntries(hues) as Partial<Palette>;
  const based = Object.entries(themes[base]!.palettes).map(([background, palette]) => [
    background,
    { ...palette, ...colours },
  ]);
  return Object.fromEntries(based) as Partial<Record<Background, Palette>>;
}
