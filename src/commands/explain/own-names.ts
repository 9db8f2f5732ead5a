// Explains the names that a person has given.

import { configOf } from '../../cli/settings.js';
import { Failure } from '../../services/http/errors.js';
import { readAlias } from '../../session/aliases.js';
import { hasHome, paths } from '../../session/paths.js';
import { profileNames } from '../../session/profile.js';
import type { Recogniser } from './recogniser.js';

/** The names that a person has given: profiles, saved lines, contacts, keys. */
export const ownName: Recogniser = {
  kind: 'the name of a profile, an alias, a contact or a key',
  explain: ({ text, machine, context }) => {
    if (!hasHome(context.world)) return [];
    const source = 'the files of this machine';
    const alias = quietly(() => readAlias(paths(context.world).aliases, text, () => {}));
    const isProfile = quietly(() => profileNames(configOf(context)).includes(text)) === true;
    return [
      ...(isProfile
        ? [
            {
              word: text,
              is: 'profile',
              of: 'this machine',
              means: 'the name of a profile: a set of services with its settings',
              source,
              next: `tuk profile show ${text}`,
            },
          ]
        : []),
      ...(alias
        ? [
            {
              word: text,
              is: 'alias',
              of: 'this machine',
              means: `it stands for: tuk ${alias.words.join(' ')}`,
              source,
              next: 'tuk alias list',
            },
          ]
        : []),
      ...machine
        .contacts()
        .filter(({ name }) => name === text)
        .map(({ name, address, network: on }) => ({
          word: name,
          is: 'contact',
          of: on,
          means: `the contact ${name}: ${address}`,
          source,
          next: `tuk explain ${address}`,
        })),
      ...machine
        .keys()
        .filter(({ name }) => name === text)
        .map(({ name, address, problem }) => ({
          word: name,
          is: 'key',
          of: 'this machine',
          means: `the key ${name}: ${problem ?? address ?? 'its file states no address'}`,
          source,
          next: 'tuk wallet key list',
        })),
    ];
  },
};
function quietly<Part>(load: () => Part): Part | undefined {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}
