// The settings of a profile that a transfer depends on: what was confirmed or planned under them is not sent under others.

import { isRecord } from '../services/json-value.js';
import type { ProfileSettings } from './profile.js';

/** The settings that may change while a run goes on: limits and `readOnly` are compared by themselves. */
const ofDisplay = ['limits', 'readOnly', 'language', 'output', 'timeout', 'explorers', 'theme', 'mouse'];
/** The settings of a profile that a transfer depends on, as one text. */
export const settingsText = (profile: ProfileSettings): string =>
  JSON.stringify(settingNames(profile).map((name) => [name, sorted(profile[name])]));
const settingNames = (profile: ProfileSettings): readonly (keyof ProfileSettings)[] =>
  (Object.keys(profile) as (keyof ProfileSettings)[]).filter((name) => !ofDisplay.includes(name)).sort();
const sorted = (value: unknown): unknown => (isRecord(value) ? Object.entries(value).sort() : value);
/** The names of the settings that differ. */
export const changedSettings = (before: ProfileSettings, now: ProfileSettings): readonly string[] =>
  [...new Set([...settingNames(before), ...settingNames(now)])].filter(
    (name) => JSON.stringify(sorted(before[name])) !== JSON.stringify(sorted(now[name])),
  );
