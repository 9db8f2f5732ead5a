// A request that was read from a curl line, a recording of a browser or an .http file.

import { BadInput } from '../../../services/http/errors.js';

export interface ImportedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text, or the file that has it. */
  readonly body?: { readonly text: string } | { readonly file: string };
  /** The time limit, seconds as typed. */
  readonly time?: string;
  /** Options with a secret. */
  readonly secrets: readonly string[];
  /** Options that tuk decides itself. */
  readonly others: readonly string[];
}

export const badImport = (message: string, hint?: string): BadInput => new BadInput('BAD_IMPORT', `${message}.`, hint);

/** A request to an address, whose user and fragment are left out. @throws {BadInput} BAD_IMPORT for another address */
export function requestTo(
  address: string,
  { secrets = [], others = [], headers = [], ...request }: Partial<ImportedRequest>,
): ImportedRequest {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = /[\s\\\p{Cc}]/u.test(whole) || !URL.canParse(whole) ? undefined : new URL(whole);
  if (!url || !/^https?:$/.test(url.protocol))
    throw badImport(
      'The address of the request is not an address of a service',
      'Like https://api.example.com/user/users/current',
    );
  const user = url.username === '' && url.password === '' ? [] : ['the user of the address'];
  [url.username, url.password, url.hash] = ['', '', ''];
  const method = request.method ?? (request.body ? 'POST' : 'GET');
  return { ...request, method, url, headers, others, secrets: [...secrets, ...user] };
}
