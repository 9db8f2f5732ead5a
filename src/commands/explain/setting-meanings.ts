// The meaning of each setting of a profile. Data.

import type { ValueSetting } from '../../session/profile-check.js';

/** By the key of `tuk profile set`. */
export const settingMeanings: Readonly<Record<ValueSetting, string>> = {
  base: 'the template of the base addresses of all services: https://host/{service}',
  clientId: 'the client id that every request states',
  clientVersion: 'the version of the client that every request states',
  language: 'the language of responses',
  output: 'the output format, as --output',
  timeout: 'the time limit of a request, as --timeout; 0 for none',
  readOnly: 'true refuses every call that changes something',
  protected: "true makes every change ask for the profile's name, in scripts --confirm NAME",
  secureStorage: 'whether sessions are in the key ring of the system: auto, required or off',
  confirmRenewal: 'whether a renewed session is confirmed at the service',
  web3Domain: 'a host beside the user service whose sign-in messages may be signed',
  web3Chain: 'the network of the chain that sign-in messages must name',
  basicUser: 'the user name of calls with HTTP basic authentication',
  basicPasswordFile: 'the file with the password of calls with HTTP basic authentication',
};
