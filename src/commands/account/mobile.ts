// `tuk account mobile` and `tuk account app-state`: the devices that notes are pushed to, and what an app says of itself.

import type { Command } from '../../cli/command.js';
import type { Flag } from '../../cli/options.js';
import { ask } from '../../engine/call.js';
import { BadInput } from '../../services/http/errors.js';
import { knownValues, openFlags, openValues, printCleaned } from './fields.js';

const device: readonly Flag[] = [
  { flags: '--os <os>', summary: 'IOS, ANDROID or UNKNOWN' },
  { flags: '--fcm-token-stdin', summary: "take the device's push token from standard input" },
];
const registered: readonly Flag[] = [
  ...device,
  { flags: '--os-version <version>', summary: 'of the operating system, optional' },
  { flags: '--app-version <version>', summary: 'of the app, optional' },
];

export const mobileRegister: Command = {
  name: 'mobile register',
  summary: 'Register a device for pushed notes',
  description: 'Standard input gives the token, so it cannot be asked on: add --yes to agree.',
  options: registered,
  examples: ['tuk account mobile register --os IOS --app-version 5.0.1 --fcm-token-stdin --yes < token.txt'],
  uses: ['user POST /v2/mobiles'],
  run: async ({ options }, context) => {
    if (options.os === undefined) throw new BadInput('MISSING_OPTION', 'This also needs --os.'); // the service could do without, a reader of the list could not
    const values = await knownValues(context, 'registerMobile', registered, options);
    await printCleaned(context, await ask(context, 'user', 'registerMobile', values), ['id', 'os', 'osVersion', 'appVersion', 'updatedAt']);
    return 0;
  },
};

export const mobileCheck: Command = {
  name: 'mobile check',
  summary: 'Ask whether a device is the current one',
  options: device,
  examples: ['tuk account mobile check --os IOS --fcm-token-stdin < token.txt'],
  uses: ['user GET /v2/mobiles/current'],
  run: async ({ options }, context) => {
    const values = await knownValues(context, 'checkMobile', device, options);
    await printCleaned(context, await ask(context, 'user', 'checkMobile', values), ['current']);
    return 0;
  },
};

export const appState: Command = {
  name: 'app-state',
  summary: "Report an app's state",
  description: `The names of its fields are not publicly known: those of the examples are the sandbox's own.
Its words are ACTIVE and INACTIVE for the app, REQUIRED, OPTIONAL and LATEST for its updates.`,
  options: openFlags,
  examples: ['tuk account app-state -f os=IOS -f appVersion=5.0.1 -f appState=ACTIVE --yes'],
  uses: ['user POST /v2/app-event/state'],
  run: async ({ options }, context) => {
    const reply = await ask(context, 'user', 'reportAppState', await openValues(context, 'reportAppState', options));
    if (reply) await context.printReply(reply);
    return 0;
  },
};
