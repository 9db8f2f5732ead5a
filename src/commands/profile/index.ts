// `tuk profile`: whose services, and who asks.

import type { Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { duration } from '../../cli/duration.js';
import { forms, isForm } from '../../cli/output/output.js';
import { serviceNamed } from '../../cli/resolve-call.js';
import { suggestion } from '../../cli/suggest.js';
import { assumedOf } from '../../services/catalogue/assumed-fields.js';
import { kebab } from '../../services/catalogue/define.js';
import { isService, serviceNames } from '../../services/catalogue/index.js';
import { AuthClient } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { baseAddress, type Config, findProfile, type ProfileSettings, profileNames, sandboxProfile } from '../../session/profile.js';
import { checkProfileName, checkSettings } from '../../session/profile-check.js';
import { secureStorages } from '../login/keep.js';

const keys = [
  'base',
  'clientId',
  'clientVersion',
  'language',
  'output',
  'timeout',
  'readOnly',
  'protected',
  'secureStorage',
  'web3Domain',
  'theme',
  'basicUser',
  'basicPasswordFile',
] as const;

const list: Command = {
  name: 'list',
  summary: 'List the profiles',
  examples: ['tuk profile list', 'tuk profile list -o name'],
  run: async (_, context) => {
    const { value: current } = context.settings.profile;
    const rows = profileNames(context.config).map((name) => {
      const { base, clientId, readOnly, protected: guarded } = findProfile(context.config, name);
      const guard = [guarded && 'protected', readOnly && 'read-only'].filter(Boolean).join(', ');
      return {
        name,
        inUse: name === current,
        base: name === sandboxProfile ? 'embedded' : (base ?? 'a service each'),
        clientId,
        ...(guard === '' ? {} : { guard }),
      };
    });
    await context.print(JSON.stringify(rows), { columns: ['name', 'inUse', 'base', 'clientId', 'guard'], name: 'name' });
    return 0;
  },
};

const show: Command = {
  name: 'show',
  values: '[name]',
  summary: 'Show one profile, the one in use if none is named',
  examples: ['tuk profile show', 'tuk profile show staging -o yaml'],
  run: async ({ positionals }, context) => {
    const name = positionals[0] ?? context.settings.profile.value;
    const profile = findProfile(context.config, name);
    const services =
      name === sandboxProfile ? undefined : Object.fromEntries(serviceNames.map((service) => [service, baseAddress(profile, service)]));
    await context.print(JSON.stringify({ name, ...profile, ...(services ? { services } : { embedded: true }) }));
    return 0;
  },
};

const add: Command = {
  name: 'add',
  values: '<name>',
  summary: 'Add a profile',
  description: 'One template fills the base addresses of all fifteen services; --service names one apart.',
  options: [
    { flags: '--base <address>', summary: "template like 'https://host/{service}'" },
    { flags: '--service <name=address>', summary: 'the address of one service', many: true },
    { flags: '--client-id <id>', summary: `who asks: ${AuthClient.join(', ')}` },
    { flags: '--client-version <n>', summary: "the client's version" },
    { flags: '--read-only', summary: 'refuse every call that changes something' },
    { flags: '--protected', summary: "ask for the profile's name before every change" },
  ],
  examples: ["tuk profile add staging --base 'https://api.example.com/{service}' --client-id WorkspaceWeb --client-version 1"],
  run: async ({ positionals, options }, context) => {
    const name = positionals[0]!;
    checkProfileName(name);
    if (Object.hasOwn(context.config.profiles, name))
      throw new BadInput('PROFILE_EXISTS', `There is a profile ${name} already.`, `Change it: tuk profile set ${name} KEY VALUE`);
    const services = Object.fromEntries(((options.service as string[] | undefined) ?? []).map(serviceAddress));
    const profile: ProfileSettings = {
      ...(typeof options.base === 'string' ? { base: options.base } : {}),
      ...(Object.keys(services).length > 0 ? { services } : {}),
      ...(typeof options.clientId === 'string' ? { clientId: headerValue(options.clientId, '--client-id') } : {}),
      ...(typeof options.clientVersion === 'string' ? { clientVersion: headerValue(options.clientVersion, '--client-version') } : {}),
      ...(options.readOnly ? { readOnly: true } : {}),
      ...(options.protected ? { protected: true } : {}),
    };
    checkSettings(profile);
    await save(context, { ...context.config, profiles: { ...context.config.profiles, [name]: profile } });
    context.log(`✓ Added ${name}. Use it: tuk profile use ${name}, or --profile ${name}`);
    return 0;
  },
};

const set: Command = {
  name: 'set',
  values: '<name> <key> [value]',
  summary: 'Change a setting of a profile; without a value it goes back to its default',
  description: `Keys: ${keys.join(', ')}, service.NAME, name.SERVICE.CALL.OPTION (a field name that is assumed), name.SERVICE.CALL confirmed
Limits of what moves value, which --yes does not lift: limits.transfer (at once), limits.day (within 24 hours, by the times of the ledger), limits.fee,
limits.networks, limits.recipients (no others then), limits.pause. An amount is in US dollars, 400, or has limits of single tokens too: '400,1000 MVP'.`,
  examples: [
    'tuk profile set staging timeout 10s',
    'tuk profile set staging service.user https://users.example.com',
    'tuk profile set staging protected true',
    "tuk profile set staging limits.transfer '400,1000 MVP'",
    'tuk profile set staging timeout',
  ],
  run: async ({ positionals }, context) => {
    const [name, key, value] = positionals as [string, string, string | undefined];
    checkProfileName(name);
    const before = findProfile(context.config, name);
    const profile = await changed(before, key, value);
    checkSettings(profile);
    if (key.startsWith('limits.') || key === 'protected') await (await import('./limits.js')).agreedFor(context, name, before);
    await save(context, { ...context.config, profiles: { ...context.config.profiles, [name]: profile } });
    context.log(`✓ ${name}: ${key} ${value === undefined ? 'is back at its default' : `is ${value}`}`);
    return 0;
  },
};

const use: Command = {
  name: 'use',
  values: '<name>',
  summary: 'Make a profile the one that is used where none is named',
  examples: ['tuk profile use staging', 'tuk profile use sandbox'],
  run: async ({ positionals }, context) => {
    const name = positionals[0]!;
    findProfile(context.config, name);
    await save(context, { ...context.config, current: name });
    context.log(`✓ Profile ${name} is in use.`);
    return 0;
  },
};

const remove: Command = {
  name: 'remove',
  values: '<name>',
  summary: 'Remove a profile and forget its session on this machine',
  description: 'One that is protected, or that has limits, is removed by its name only: typed, or with --confirm NAME.',
  examples: ['tuk profile remove staging'],
  run: async ({ positionals }, context) => {
    const name = positionals[0]!;
    checkProfileName(name);
    await (await import('./limits.js')).removalAgreed(context, name, findProfile(context.config, name));
    const { [name]: _, ...profiles } = context.config.profiles;
    const { current, ...rest } = context.config;
    await save(context, { ...rest, ...(current === undefined || current === name ? {} : { current }), profiles });
    await context.storeOf(name).clear({ everywhere: (findProfile(context.config, name).secureStorage ?? 'off') !== 'off' });
    context.log(`✓ Removed ${name}.`);
    return 0;
  },
};

export const group: Group = { commands: [list, show, add, set, use, remove] };

async function save(context: Context, config: Config): Promise<void> {
  const { writeConfig } = await import('../../session/config-write.js');
  writeConfig(context.paths.config, config);
}

function serviceAddress(typed: string): [string, string] {
  const at = typed.indexOf('=');
  if (at < 1) throw new BadInput('BAD_SERVICE', `${JSON.stringify(typed)} is not of the form name=address.`);
  return [serviceNamed(typed.slice(0, at)), typed.slice(at + 1)];
}

function headerValue(value: string, name: string): string {
  if (!/^[\u0021-\u007e]{1,100}$/.test(value)) throw new BadInput('BAD_VALUE', `The value for ${name} cannot stand in a header.`);
  return value;
}

/** A profile with one setting changed. @throws {BadInput} for an unknown key or a value that does not fit it. */
async function changed(profile: ProfileSettings, key: string, value: string | undefined): Promise<ProfileSettings> {
  const service = key.startsWith('service.') ? key.slice('service.'.length) : undefined;
  if (service !== undefined) {
    if (!isService(service))
      throw new BadInput(
        'UNKNOWN_SERVICE',
        `There is no service ${JSON.stringify(service)}.`,
        suggestion(service, serviceNames, `There are: ${serviceNames.join(', ')}.`),
      );
    const { [service]: _, ...services } = profile.services ?? {};
    return { ...profile, services: value === undefined ? services : { ...services, [service]: value } };
  }
  if (key.startsWith('name.')) return { ...profile, names: await renamed(profile.names, key, value) };
  if (key.startsWith('limits.')) {
    const { limits, ...others } = profile;
    const own = (await import('./limits.js')).limited(limits, key, value);
    return own ? { ...others, limits: own } : others;
  }
  const known = keys.find((one) => one === key.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())); // read-only is readOnly
  if (!known)
    throw new BadInput(
      'UNKNOWN_SETTING',
      `A profile has no setting ${JSON.stringify(key)}.`,
      suggestion(key, keys, `It has: ${keys.join(', ')}, service.NAME, limits.NAME.`),
    );
  const { [known]: _, ...rest } = profile;
  return value === undefined ? rest : { ...rest, [known]: fitting(known, value) };
}

/** The names of a profile with one changed: `name.ride-hailing.request-ride.product`, or `name.ride-hailing.request-ride` confirmed as a whole. @throws {BadInput} */
async function renamed(
  names: ProfileSettings['names'] = {},
  key: string,
  value: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const [, service = '', typedCall = '', typedOption] = key.split('.');
  const [call, option] = [camel(typedCall), typedOption === undefined ? undefined : camel(typedOption)];
  const calls = await assumedOf(service);
  const known = calls[call];
  if (!known || (option !== undefined && !Object.hasOwn(known, option)))
    throw new BadInput(
      'UNKNOWN_SETTING',
      `No field name is assumed for ${JSON.stringify(key)}.`,
      known
        ? `Of that call: ${Object.keys(known).map(kebab).join(', ')}`
        : `Calls of ${service} with assumed names: ${Object.keys(calls).map(kebab).join(', ') || 'none'}`,
    );
  if (option === undefined && value !== undefined && value !== 'confirmed')
    throw new BadInput('BAD_VALUE', `The names of a call are confirmed as a whole, or one by one: ${key}.OPTION NAME.`);
  const place = [service, call, ...(option === undefined ? [] : [option])].join(' ');
  const { [place]: _, ...rest } = names;
  return value === undefined ? rest : { ...rest, [place]: value };
}
const camel = (spelt: string): string => spelt.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function fitting(key: (typeof keys)[number], value: string): string | boolean {
  if (key === 'timeout') duration(value, 'timeout');
  if (key === 'output' && !isForm(value))
    throw new BadInput(
      'UNKNOWN_FORM',
      `${JSON.stringify(value)} is no form of output.`,
      suggestion(value, forms, `There are: ${forms.join(', ')}.`),
    );
  if (key === 'readOnly' || key === 'protected') {
    if (value !== 'true' && value !== 'false') throw new BadInput('BAD_VALUE', `${key} is true or false.`);
    return value === 'true';
  }
  if (key === 'secureStorage' && !secureStorages.some((one) => one === value))
    throw new BadInput('BAD_VALUE', `secureStorage is one of ${secureStorages.join(', ')}.`);
  if (key === 'theme' && value !== 'dark' && value !== 'light') throw new BadInput('BAD_VALUE', 'theme is dark or light.');
  if (key === 'web3Domain' && !/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(value))
    throw new BadInput('BAD_VALUE', `${JSON.stringify(value)} is no host.`, 'Write it like app.example.com');
  return key === 'base' || key === 'basicPasswordFile' ? value : headerValue(value, key);
}
