// Changes one setting of a profile for `tuk profile set`, and checks its value.

import { hashOf, textOf } from '../../cli/command/platform-map.js';
import { serviceNamed } from '../../cli/lines/find-command.js';
import { duration } from '../../cli/settings/duration.js';
import { formatNames, isFormat } from '../../cli/settings/formats.js';
import { checkListed } from '../../cli/settings/listed-settings.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { withLimit } from '../../engine/change/guard-change.js';
import { secureStorages } from '../../engine/sign-in/store-session.js';
import { chainIdOf } from '../../money/networks.js';
import { assumedOf } from '../../services/catalogue/assumed-fields.js';
import { kebab } from '../../services/catalogue/define.js';
import { camel } from '../../services/command-line.js';
import { BadInput } from '../../services/http/errors.js';
import { networkKeys } from '../../session/network-settings.js';
import type { ProfileSettings } from '../../session/profile.js';
import { type ValueSetting, valueSettings } from '../../session/profile-check.js';
import { withHeader } from '../../session/profile-headers.js';
import { compileMap } from '../../things/map-file.js';

/** Checks a value that is sent in a header. @throws {BadInput} BAD_VALUE */
export function headerValue(value: string, name: string): string {
  if (!/^[\u0021-\u007e]{1,100}$/.test(value))
    throw new BadInput('BAD_VALUE', `The value of ${name} is not valid in a header.`);
  return value;
}

/** Changes one setting of a profile. @throws {BadInput} for an unknown key or an invalid value */
export async function withSetting(
  profile: ProfileSettings,
  key: string,
  value: string | undefined,
): Promise<ProfileSettings> {
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
      `A profile has no setting ${JSON.stringify(key)}.`,
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
      `No field name is assumed for ${JSON.stringify(key)}.`,
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
export function checkListedSettings({ language, clientId }: ProfileSettings, before: ProfileSettings = {}): void {
  if (language !== undefined && language !== before.language) checkListed('language', language, 'the setting language');
  if (clientId !== undefined && clientId !== before.clientId)
    checkListed('client id', clientId, 'the setting clientId');
}

function parseSetting(key: ValueSetting, value: string): string | boolean {
  if (key === 'timeout') duration(value, 'timeout');
  if (key === 'output' && !isFormat(value))
    throw new BadInput(
      'UNKNOWN_FORM',
      `${JSON.stringify(value)} is not an output format.`,
      suggestion(value, formatNames),
    );
  if (key === 'readOnly' || key === 'protected' || key === 'confirmRenewal') {
    if (value !== 'true' && value !== 'false') throw new BadInput('BAD_VALUE', `${key} is true or false.`);
    return value === 'true';
  }
  if (key === 'secureStorage' && !secureStorages.some((storage) => storage === value))
    throw new BadInput('BAD_VALUE', `secureStorage is one of ${secureStorages.join(', ')}.`);
  if (key === 'web3Chain' && chainIdOf(value) === undefined)
    throw new BadInput(
      'UNKNOWN_WORD',
      `${JSON.stringify(value)} is not a network whose chain id is certain.`,
      'Write it like BASE or ETHEREUM.',
    );
  if (key === 'web3Domain' && !/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(value))
    throw new BadInput('BAD_VALUE', `${JSON.stringify(value)} is not a host.`, 'Write it like app.example.com');
  return key === 'base' || key === 'basicPasswordFile' ? value : headerValue(value, key);
}
