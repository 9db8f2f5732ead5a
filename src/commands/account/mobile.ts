// `tuk account mobile` and `app-state`: registers a device for push notifications, reports the state of an app.

import type { Command } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { BadInput } from '../../services/http/errors.js';
import { printCall, printRedacted, readKnownFields, readOpenFields } from './request-fields.js';

const deviceFlags: readonly Flag[] = [
  {
    flags: '--os <os>',
    effects: 'plain',
    summary: 'IOS, ANDROID or UNKNOWN',
    offers: () => ['IOS', 'ANDROID', 'UNKNOWN'],
  },
  { flags: '--fcm-token-stdin', effects: ['secret'], summary: "read the device's push token from standard input" },
];
const registrationFlags: readonly Flag[] = [
  ...deviceFlags,
  { flags: '--os-version <version>', effects: 'plain', summary: 'version of the operating system, optional' },
  { flags: '--app-version <version>', effects: 'plain', summary: 'version of the app, optional' },
];

export const mobileRegister: Command = {
  name: 'mobile register',
  summary: 'Register a device for push notifications',
  description: 'The token comes from standard input, so tuk cannot prompt: add --yes.',
  options: registrationFlags,
  examples: ['tuk account mobile register --os IOS --app-version 5.0.1 --fcm-token-stdin --yes < token.txt'],
  uses: { user: ['registerMobile'] },
  run: async ({ options }, context) => {
    // The service needs no --os, but the device list is unreadable without it.
    if (options.os === undefined) throw new BadInput('MISSING_OPTION', 'This also needs --os.');
    const values = await readKnownFields(context, 'registerMobile', registrationFlags, options);
    return printRedacted(context, ['registerMobile', values], ['id', 'os', 'osVersion', 'appVersion', 'updatedAt']);
  },
};

export const mobileCheck: Command = {
  name: 'mobile check',
  summary: 'Check whether a device is the current one',
  options: deviceFlags,
  examples: ['tuk account mobile check --os IOS --fcm-token-stdin < token.txt'],
  uses: { user: ['checkMobile'] },
  run: async ({ options }, context) =>
    printRedacted(
      context,
      ['checkMobile', await readKnownFields(context, 'checkMobile', deviceFlags, options)],
      ['current'],
    ),
};

export const appState: Command = {
  name: 'app-state',
  summary: 'Report the state of an app',
  description: `Its field names are not public; the examples use the sandbox's names.
An app is ACTIVE or INACTIVE, an update REQUIRED, OPTIONAL or LATEST.`,
  options: openFlags,
  examples: ['tuk account app-state -f os=IOS -f appVersion=5.0.1 -f appState=ACTIVE --yes'],
  uses: { user: ['reportAppState'] },
  run: async ({ options }, context) =>
    printCall(context, 'reportAppState', await readOpenFields(context, 'reportAppState', options)),
};
