// The preferences of the application in `preferences.json`, kept by conf. Only the screens and `tuk config
// preferences` load this file.

import { accessSync, constants, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import Conf from 'conf';
import { makeFolder } from '../services/folder.js';
import { isRecord } from '../services/json-value.js';
import type { TableSettings } from './state/core/screens.js';

/** The preferences: names of boards, columns, groups and commands of the application; never an id or a typed text. */
export interface Preferences {
  /** How each board shows its table, by the command line of the board. */
  readonly boards?: Readonly<Record<string, TableSettings>>;
  /** The group that was open last; none for Home. */
  readonly group?: string;
  /** The commands and screens that were chosen in the palette, the last first. */
  readonly recent?: readonly string[];
  /** The screen of that group, or of Home, that was open last; none for the first one. */
  readonly screen?: string;
  /** The value of the option that a chart or a map cycles through, such as a period, by its command line. */
  readonly ranges?: Readonly<Record<string, string>>;
  /** The time of the last response, by the clock of the service, by profile: what is newer is new. */
  readonly left?: Readonly<Record<string, string>>;
  readonly mouse?: boolean;
  /** The name of a theme. Default: as the terminal reports its background. */
  readonly theme?: string;
}
/** The preferences in their file. Nothing here throws: each failure is a sentence, once. */
interface PreferencesFile {
  readonly file: string;
  readonly preferences: Preferences;
  /** The reason why the preferences could not be read. */
  readonly trouble?: string;
  /** Saves the changes since the last read or save; the rest of the file stays as another application has left it. */
  save(preferences: Preferences): string | undefined;
}

/** The version changes only if an older program would misread the file; an addition is not a new form. */
const formVersion = 1;
type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isSwitch: Check = (value) => typeof value === 'boolean';
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isSort: Check = (value) => isRecord(value) && isText(value.path) && isSwitch(value.down);
const isBoard: Check = (value) =>
  isRecord(value) &&
  areTexts(value.hidden) &&
  (value.order === undefined || areTexts(value.order)) &&
  (value.sort === undefined || isSort(value.sort));
/** The words of a preference are not listed: a later version may have more of them. */
const forms: Readonly<Record<string, Check>> = {
  ...{ version: Number.isInteger, boards: isRecord, group: isText, screen: isText, ranges: isRecord, left: isRecord },
  ...{ recent: areTexts, mouse: isSwitch, theme: isText },
};
/** The stored values; a board or a range that does not fit goes alone. @throws {SyntaxError} for any other: conf begins anew */
function fitting(value: unknown): unknown {
  if (!isRecord(value)) return value;
  for (const [name, fits] of Object.entries(forms))
    if (Object.hasOwn(value, name) && !fits(value[name])) throw new SyntaxError(`${name} does not fit`);
  const only = (name: string, fits: Check) =>
    isRecord(value[name]) && { [name]: Object.fromEntries(Object.entries(value[name]).filter(([, one]) => fits(one))) };
  return { ...value, ...only('boards', isBoard), ...only('ranges', isText), ...only('left', isText) };
}

/** Reads the preferences in a folder. */
export function openPreferences(folder: string): PreferencesFile {
  const file = path.join(folder, 'preferences.json');
  let text = '{}';
  let conf: Conf<Record<string, unknown>> | undefined;
  const opened = () => {
    conf ??= new Conf({
      cwd: folder,
      configName: 'preferences',
      fileExtension: 'json',
      configFileMode: 0o600,
      clearInvalidConfig: true,
      accessPropertiesByDotNotation: false,
      deserialize: (read) => {
        text = read;
        const value = JSON.parse(read);
        if (value?.version > formVersion)
          throw new Error(`a newer version of tuk wrote ${file}, which is left as it is`);
        return fitting(value) as Record<string, unknown>;
      },
    });
    return conf;
  };
  /** @throws {Error} with the reason */
  const read = (): Preferences => {
    if (!existsSync(file)) return {};
    if (!statSync(file).isFile()) throw new Error(`${file} is not a file`);
    const { version: _, ...stored } = opened().store;
    if (Object.keys(opened().store).length === 0 && !/^\s*(\{\s*\})?\s*$/.test(text))
      throw new Error(`${file} is broken`);
    return stored;
  };
  let before: Preferences = {};
  let trouble: string | undefined;
  try {
    before = read();
  } catch (error) {
    trouble = `The preferences cannot be read, and begin anew: ${(error as Error).message}.`;
  }
  let isTold = trouble !== undefined;
  return {
    file,
    preferences: before,
    trouble,
    save(next) {
      if (Object.keys(changes(before, next)).length === 0) return undefined;
      try {
        makeFolder(folder);
        // conf writes atomically, tries a whole second, and blocks everything meanwhile
        accessSync(folder, constants.W_OK);
        const { store } = opened();
        const merged: typeof store = { ...changed(store, before, next) };
        for (const key of ['boards', 'ranges', 'left'] as const) {
          const each = changed((store[key] ?? {}) as object, before[key] ?? {}, next[key] ?? {});
          if (Object.keys(each).length > 0) merged[key] = each; // each board is a preference of its own
        }
        opened().store = { ...merged, version: formVersion };
        before = next;
        return undefined;
      } catch (error) {
        if (isTold) return undefined;
        isTold = true;
        return `The preferences last until you leave; they cannot be kept: ${(error as Error).message}.`;
      }
    },
  };
}

type Values = Readonly<Record<string, unknown>>;
/** The values that differ, also those that are gone. */
const changes = (before: object, next: object): Values =>
  Object.fromEntries(
    Object.keys({ ...before, ...next })
      .filter((key) => (before as Values)[key] !== (next as Values)[key])
      .map((key) => [key, (next as Values)[key]]),
  );
/** The stored values with the changes. */
const changed = (stored: object, before: object, next: object): Values =>
  Object.fromEntries(
    Object.entries({ ...stored, ...changes(before, next) }).filter(([, value]) => value !== undefined),
  );
