// `tuk profile`: lists, shows, adds, changes and removes profiles.

import { type Command, type Context, type Group, resultOf, type Words } from '../../cli/command/command.js';
import { rulesShown } from '../../cli/command/ledger-rules.js';
import { hashOf, textOf } from '../../cli/command/platform-map.js';
import { inWorkingFolder } from '../../cli/files/working-folder.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { sessionStore } from '../../cli/run/run-context.js';
import { duration } from '../../cli/settings/duration.js';
import { formatNames, isFormat } from '../../cli/settings/formats.js';
import { checkListed } from '../../cli/settings/listed-settings.js';
import { configOf, plain } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import {
  confirmGuardChange,
  confirmRemoval,
  withContactAddresses,
  withLimit,
} from '../../engine/change/guard-change.js';
import { secureStorages } from '../../engine/sign-in/store-session.js';
import { limitNames, limitTable } from '../../money/policy/limit-table.js';
import { chainIdOf } from '../../money/values/networks.js';
import { assumedOf } from '../../services/catalogue/assumed-fields.js';
import { kebab } from '../../services/catalogue/define.js';
import { serviceNames, services } from '../../services/catalogue/index.js';
import { AuthClient, Language, Network } from '../../services/catalogue/words.js';
import { camel } from '../../services/command-line.js';
import { BadInput, cited } from '../../services/http/errors.js';
import { shownAddress } from '../../services/server-address.js';
import { removeQuietly } from '../../services/whole-file.js';
import { changeConfig } from '../../session/config-write.js';
import { paths } from '../../session/paths.js';
import {
  baseAddress,
  type Config,
  findProfile,
  namesake,
  type ProfileSettings,
  profileNames,
  sandboxProfile,
} from '../../session/profile.js';
import { checkProfileName, checkSettings, type ValueSetting, valueSettings } from '../../session/profile-check.js';
import { withHeader } from '../../session/profile-headers.js';
import { hasService, networkKeys } from '../../session/profile-services.js';

import { mapName } from '../../session/project-file.js';
import { setTrust } from '../../session/trusted-folders.js';
import { columnsNamed } from '../../text/columns-named.js';
import { compileMap } from '../../things/map-file.js';
import { chainKeyOf, withChainSetting, withoutRpcPaths } from './chains.js';
import { setInLedger } from './ledger-limits.js';

// Changes one setting of a profile for `tuk profile set`, and checks its value.
/** Checks a value that is sent in a header. @throws {BadInput} BAD_VALUE */
function headerValue(value: string, name: string): string {
  if (!/^[\u0021-\u007e]{1,100}$/.test(value))
    throw new BadInput('BAD_VALUE', `The value of ${name} is not valid in a header.`);
  return value;
}

/** Changes one setting of a profile. @throws {BadInput} for an unknown key or an invalid value */
async function withSetting(profile: ProfileSettings, key: string, value: string | undefined): Promise<ProfileSettings> {
  if (key.startsWith('service.')) {
    const service = serviceNamed(key.slice('service.'.length));
    const { [service]: _, ...services } = profile.services ?? {};
    return { ...profile, services: value === undefined ? services : { ...services, [service]: value } };
  }
  if (key.startsWith('name.')) return { ...profile, names: await withFieldName(profile.names, key, value) };
  if (key.startsWith('header.'))
    return { ...profile, headers: withHeader(profile.headers, key.slice('header.'.length), value) };
  if (key.startsWith('limits.')) {
    const { limits, ...others } = profile;
    const newLimits = withLimit(limits, key, value);
    return newLimits ? { ...others, limits: newLimits } : others;
  }
  if (key === 'theme' || key === 'mouse')
    throw new BadInput(
      'REPLACED',
      `The application keeps the ${key}: open it, and type :${key} ${key === 'mouse' ? 'off' : 'dark'}`,
    );
  const settingKey = valueSettings.find((name) => name === camel(key)); // read-only is readOnly
  if (!settingKey)
    throw new BadInput(
      'UNKNOWN_SETTING',
      `A profile has no setting ${cited(key)}.`,
      suggestion(
        key,
        valueSettings,
        `It has: ${valueSettings.join(', ')}, service.NAME, header.NAME, limits.NAME, ${networkKeys.join(', ')}.`,
      ),
    );
  const { [settingKey]: _, mapHash, ...others } = profile;
  const rest = settingKey === 'map' ? others : { ...others, ...(mapHash === undefined ? {} : { mapHash }) };
  if (settingKey === 'map' && value !== undefined) {
    const text = textOf(value);
    await compileMap(text, value);
    return { ...others, map: value, mapHash: hashOf(text) };
  }
  return value === undefined ? rest : { ...rest, [settingKey]: parseSetting(settingKey, value) };
}

/**
 * Changes one field name of a profile: `name.ride-hailing.request-ride.product`.
 * `name.ride-hailing.request-ride` confirms all names of the call. @throws {BadInput}
 */
async function withFieldName(
  names: ProfileSettings['names'] = {},
  key: string,
  value: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const [, service = '', callPart = '', optionPart] = key.split('.');
  const [call, option] = [camel(callPart), optionPart === undefined ? undefined : camel(optionPart)];
  const calls = assumedOf(service);
  const fields = calls[call];
  if (!fields || (option !== undefined && !Object.hasOwn(fields, option)))
    throw new BadInput(
      'UNKNOWN_SETTING',
      `No field name is assumed for ${cited(key)}.`,
      fields
        ? `Of that call: ${Object.keys(fields).map(kebab).join(', ')}`
        : `Calls of ${service} with assumed names: ${Object.keys(calls).map(kebab).join(', ') || 'none'}`,
    );
  if (option === undefined && value !== undefined && value !== 'confirmed')
    throw new BadInput('BAD_VALUE', `Confirm all names of a call with "confirmed", or set one: ${key}.OPTION NAME.`);
  const nameKey = [service, call, option].filter((part) => part !== undefined).join(' ');
  const { [nameKey]: _, ...rest } = names;
  return value === undefined ? rest : { ...rest, [nameKey]: value };
}

/** Checks changed settings against their closed lists. @throws {BadInput} */
function checkListedSettings({ language, clientId }: ProfileSettings, before: ProfileSettings = {}): void {
  if (language !== undefined && language !== before.language) checkListed('language', language, 'the setting language');
  if (clientId !== undefined && clientId !== before.clientId)
    checkListed('client id', clientId, 'the setting clientId');
}

function parseSetting(key: ValueSetting, value: string): string | boolean {
  if (key === 'timeout') duration(value, 'timeout');
  if (key === 'output' && !isFormat(value))
    throw new BadInput('UNKNOWN_FORM', `${cited(value)} is not an output format.`, suggestion(value, formatNames));
  if (key === 'readOnly' || key === 'protected' || key === 'confirmRenewal') {
    if (value !== 'true' && value !== 'false') throw new BadInput('BAD_VALUE', `${key} is true or false.`);
    return value === 'true';
  }
  if (key === 'secureStorage' && !secureStorages.some((storage) => storage === value))
    throw new BadInput('BAD_VALUE', `secureStorage is one of ${secureStorages.join(', ')}.`);
  if (key === 'web3Chain' && chainIdOf(value) === undefined)
    throw new BadInput(
      'UNKNOWN_WORD',
      `${cited(value)} is not a network whose chain id is certain.`,
      'Write it like BASE or ETHEREUM.',
    );
  if (key === 'web3Domain' && !/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(value))
    throw new BadInput('BAD_VALUE', `${cited(value)} is not a host.`, 'Write it like app.example.com');
  return key === 'base' || key === 'basicPasswordFile' ? value : headerValue(value, key);
}

// Completes `tuk profile set`: the settings of a profile, the services without an address, and the values of
// a setting.

/** The keys of a profile's settings. A service that has an address already is left out. */
const settingKeys = (profile: ProfileSettings | undefined): Words => [
  ...valueSettings,
  ...serviceNames
    .filter((name) => profile?.services?.[name] === undefined)
    .map((name) => [`service.${name}`, `no address yet: ${services[name].summary}`] as const),
  ...Object.keys(profile?.headers ?? {}).map((name) => `header.${name}`),
  ...limitNames.map((name) => [`limits.${name}`, limitTable[name].summary] as const),
  ...networkKeys.flatMap((key) => Network.map((network) => key.replace('NETWORK', network))),
];

const switches = ['true', 'false'];
const values: Readonly<Record<string, Words>> = {
  readOnly: switches,
  protected: switches,
  confirmRenewal: switches,
  'limits.pause': switches,
  'limits.networks': Network,
  secureStorage: secureStorages,
  output: formatNames,
  language: Language,
  clientId: AuthClient,
  web3Chain: Network,
};
/** The closed list of a setting's values; empty if its values are open. */
function settingValues(key: string): Words {
  const name = camel(key); // read-only is readOnly
  return Object.hasOwn(values, name) ? values[name]! : [];
}

const list: Command = {
  name: 'list',
  changesNothing: true,
  runsWithoutProfile: true,
  summary: 'List the profiles',
  examples: ['tuk profile list'],
  run: async (_, context) => {
    const { value: current } = context.settings().profile;
    const rows = profileNames(configOf(context)).map((name) => {
      const { base, clientId, readOnly, protected: isProtected } = findProfile(configOf(context), name);
      const guard = [isProtected && 'protected', readOnly && 'read-only'].filter(Boolean).join(', ');
      return {
        name,
        inUse: name === current,
        base: name === sandboxProfile ? 'embedded' : (base ?? 'a service each'),
        clientId,
        guard: guard || undefined,
      };
    });
    return resultOf(JSON.stringify(rows), {
      columns: columnsNamed('name inUse base clientId guard'),
      idPath: 'name',
    });
  },
};

const show: Command = {
  name: 'show',
  changesNothing: true,
  values: '[name]',
  summary: 'Show a profile; default: the one in use',
  examples: ['tuk profile show', 'tuk profile show staging -o yaml'],
  run: async ({ positionals }, context) => {
    const name = positionals[0] ?? context.settings().profile.value;
    const profile = findProfile(configOf(context), name);
    const backEnd =
      name === sandboxProfile ? { embedded: true } : { services: Object.fromEntries(addressesOf(profile)) };
    const ledgerLimits = await rulesShown(context, profile);
    return resultOf(JSON.stringify({ name, ...withoutRpcPaths(profile), ledgerLimits, ...backEnd }));
  },
};

/** The addresses of the services that a profile has: it may name some of them only. */
const addressesOf = (profile: ProfileSettings) =>
  serviceNames
    .filter((service) => hasService(profile, service))
    .map((service) => [service, baseAddress(profile, service)] as const);

const add: Command = {
  name: 'add',
  runsWithoutProfile: true,
  values: '<name>',
  summary: 'Add a profile',
  description: `Use it for a platform of your own. {service} in --base becomes the name of each of the fifteen services.
Add --service to set the address of one. Without --base the profile has only the named services. tuk refuses calls of the others.`,
  options: [
    { flags: '--base <address>', effects: ['widens'], summary: "template like 'https://host/{service}'" },
    {
      flags: '--service <name=address>',
      effects: ['widens'],
      summary: 'the address of one service',
      repeatable: true,
      offers: () => serviceNames.map((name) => `${name}=`),
    },
    plain('--client-id <id>', 'the client id that the platform knows', { offers: () => AuthClient }),
    plain('--client-version <n>', 'the client version'),
    plain('--read-only', 'refuse every call that changes something'),
    plain('--protected', "ask for the profile's name before every change"),
  ],
  examples: [
    "tuk profile add staging --base 'https://api.example.com/{service}' --client-id WorkspaceWeb --client-version 1",
  ],
  run: async ({ positionals, options }, context) => {
    const name = positionals[0]!;
    checkProfileName(name);
    const config = configOf(context);
    if (Object.hasOwn(config.profiles, name))
      throw new BadInput(
        'PROFILE_EXISTS',
        `There is a profile ${name} already.`,
        `Change it: tuk profile set ${name} KEY VALUE`,
      );
    const other = namesake(config, name);
    if (other !== undefined)
      throw new BadInput(
        'PROFILE_EXISTS',
        `There is a profile ${other} already, and ${name} differs from it in letter case only.`,
        'Choose another name: on many file systems both would have the same session.',
      );
    const text = (key: string) => options[key] as string | undefined;
    const header = (key: string) => (text(key) === undefined ? undefined : headerValue(text(key)!, `--${kebab(key)}`));
    const service = options.service as string[] | undefined;
    const profile: ProfileSettings = {
      base: text('base'),
      services: service && Object.fromEntries(service.map(parseServiceAddress)),
      clientId: header('clientId'),
      clientVersion: header('clientVersion'),
      readOnly: options.readOnly === true || undefined,
      protected: options.protected === true || undefined,
    };
    checkSettings(profile);
    if (!context.flags.allowUnknownWord) checkListedSettings(profile);
    await save(context, config, { ...config, profiles: { ...config.profiles, [name]: profile } });
    context.log(`✓ Added ${name}. Use it: tuk profile use ${name}, or --profile ${name}`);
  },
};

const set: Command = {
  name: 'set',
  runsWithoutProfile: true,
  values: ['<name>', '<setting>', '[value]'],
  offers: {
    setting: ([name], context) => settingKeys(configOf(context).profiles[name ?? '']),
    value: ([, key = '']) => settingValues(key),
  },
  summary: 'Change a setting of a profile, or reset it without a value',
  description: `Use it to change an address, a default or a limit. Without a value tuk resets the key. The keys:

  ${valueSettings.join(', ')}, service.NAME

  rpc.NETWORK         the URL of the node that gets your transactions
  chain.NETWORK       the chain id that the node must have, for example 97 if your BSC is a test net
  router.NETWORK      the contract that you trust with allowances and swaps, and its implementation of today
  signer.NETWORK      the URL of an external signer: Clef, Web3Signer, or a node with keys; --key overrides it
  explorer.NETWORK    the URL of the explorer for --web, which has the pages /tx/HASH and /address/ADDRESS
  finality.NETWORK    the depth at which a transaction is done; default: 12 on main networks, 1 on test nets
  map                 the file that maps the responses of your platform (docs/platform-map.md)
  header.NAME         a header of every request, for example for a gateway
  name.SERVICE.CALL.OPTION, name.SERVICE.CALL confirmed
                      the name of an assumed field, or your confirmation of it

Transactions need rpc and chain; swaps and allowances also need router. If the map file changes, set map again to trust it.
A value '$VARIABLE' comes from the environment at each run. It is neither stored nor shown. Secret headers need one.
Set confirmRenewal to false to leave out the confirmation call after a renewal of the session.

Limits, which --yes does not lift. An amount is in US dollars, and may add tokens: '400,1000 MVP'.
If you own the shared ledger, they stand there for all its machines. With another role they hold on this machine only.

${Object.entries(limitTable)
  .map(
    ([name, { form, summary }]) =>
      `  ${`limits.${name}`.padEnd(18)} ${form === 'amounts' ? `the most ${summary}` : summary}`,
  )
  .join('\n')}

A protected profile asks for its name, typed or with --confirm NAME. Changes of language, output and timeout do not.`,
  examples: [
    'tuk profile set staging timeout 10s',
    'tuk profile set staging chain.BSC 97',
    'tuk profile set staging rpc.BSC https://rpc.example.com/',
    'tuk profile set staging header.X-Region KH',
    "tuk profile set staging header.X-Api-Key '$GATEWAY_KEY'",
    "tuk profile set staging limits.transfer '400,1000 MVP'",
    'tuk profile set staging map platform.yaml',
    'tuk profile set staging timeout',
  ],
  run: async ({ positionals }, context) => {
    const [name, key, text] = positionals as [string, string, string | undefined];
    checkProfileName(name);
    const config = configOf(context);
    const current = findProfile(config, name);
    const namesContacts = /^limits\.(recipients|approvers)$/.test(key) && text !== undefined;
    const isFile = key === 'map' && text !== undefined;
    const value = namesContacts
      ? await withContactAddresses(context, name, text)
      : isFile
        ? inWorkingFolder(context.world, text)
        : text;
    const chainKey = chainKeyOf(key);
    const profile = chainKey
      ? await withChainSetting(context, name, current, chainKey, value)
      : await withSetting(current, key, value);
    if (!context.flags.allowUnknownWord) checkListedSettings(profile, current);
    checkSettings(profile, current);
    if (!['language', 'output', 'timeout'].includes(key)) await confirmGuardChange(context, name, current);
    const [, limit] = /^limits\.(.+)/.exec(key) ?? [];
    const isInLedger = limit !== undefined && (await setInLedger(context, current, limit, profile.limits?.[limit]));
    if (!isInLedger) await save(context, config, { ...config, profiles: { ...config.profiles, [name]: profile } });
    const shownValue = chainKey?.[0] === 'rpc' || chainKey?.[0] === 'signer' ? 'set' : value; // a path may hold an access key
    context.log(`✓ ${name}: ${key} ${value === undefined ? 'is reset to its default' : `is ${shownValue}`}`);
  },
};

const use: Command = {
  name: 'use',
  prints: 'nothing',
  values: '<profile>',
  summary: 'Make a profile the default',
  examples: ['tuk profile use staging', 'tuk profile use sandbox'],
  run: async ({ positionals }, context) => {
    const name = positionals[0]!;
    const config = configOf(context);
    findProfile(config, name);
    await save(context, config, { ...config, current: name });
    const { value, origin } = context.settings().profile; // as it was selected before
    const isKept = value !== name && origin !== 'configuration' && origin !== 'default';
    context.log(
      isKept ? `✓ Profile ${name} is the default now; ${keptBy(origin, value)} here.` : `✓ Profile ${name} is in use.`,
    );
  },
};

/** The reason why a run uses another profile than the default. */
const keptBy = (origin: string, name: string) =>
  origin === '--profile' ? `-p ${name} stays in use` : `${origin} keeps ${name} in use`;

const trust: Command = {
  name: 'trust',
  prints: 'nothing',
  values: '[folder]',
  summary: 'Trust the .tuk.json and the platform.yaml of a folder for transfers; default: this folder',
  description: `tuk refuses a transfer if only an untrusted .tuk.json has selected the profile. Add -p NAME to select it yourself.
A platform.yaml states how responses read. Once you trust it, it counts for money and overrules published fields.
Trust ends if a file changes. Reads need no trust.`,
  options: [plain('--remove', 'trust it no longer')],
  examples: ['tuk profile trust .', 'tuk profile trust --remove'],
  run: async ({ positionals: [folder = '.'], options }, context) => {
    const trusted = options.remove !== true;
    const { files, profile } = setTrust(
      inWorkingFolder(context.world, folder),
      paths(context.world).trustedFolders,
      trusted,
    );
    for (const file of files) {
      const selects = profile === undefined ? 'it selects no profile' : `transfers may use its profile ${profile}`;
      const means = file.endsWith(mapName) ? 'it counts for money' : selects;
      context.log(trusted ? `✓ ${file} is trusted: ${means}.` : `✓ ${file} is no longer trusted.`);
    }
  },
};

const remove: Command = {
  name: 'remove',
  runsWithoutProfile: true,
  values: '<name>',
  summary: 'Remove a profile and its session from this machine',
  description: 'If the profile is protected or has limits, type its name, or add --confirm NAME.',
  examples: ['tuk profile remove staging'],
  run: async ({ positionals }, context) => {
    const name = positionals[0]!;
    checkProfileName(name);
    const config = configOf(context);
    const { [name]: _, ...profiles } = config.profiles;
    const profile = findProfile(config, name);
    await confirmRemoval(context, name, profile);
    const current = config.current === name ? undefined : config.current;
    await save(context, config, { ...config, current, profiles });
    if (namesake(config, name) === undefined) {
      await sessionStore(context, name).clear({ everywhere: (profile.secureStorage ?? 'off') !== 'off' });
      removeQuietly(paths(context.world).contacts(name)); // a later profile of this name may be of another person
    } else context.log('  Its session and contacts stay: they may be the files of the other profile.');
    context.log(`✓ Removed ${name}.`);
  },
};

export const group: Group = { commands: [list, show, add, set, use, trust, remove] };

/** Saves the difference to the configuration that was read and confirmed. @throws as `changeConfig` */
async function save(context: Context, before: Config, after: Config) {
  const { world, deadline } = context;
  await changeConfig(paths(world).config, before, after, () => world.clock.now(), deadline);
}

function parseServiceAddress(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new BadInput('BAD_VALUE', `${JSON.stringify(shownAddress(pair))} is not of the form name=address.`);
  return [serviceNamed(pair.slice(0, at)), pair.slice(at + 1)];
}
