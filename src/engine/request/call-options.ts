// The options of a call on a command line: `tuk api SERVICE CALL --id 7`.

import type { Flag } from '../../cli/settings/options.js';
import { type Call, kebab, pathNames } from '../../services/catalogue/define.js';
import { publicFields } from '../../services/http/params.js';

// The options of a call on a command line: `tuk api SERVICE CALL --id 7`.

/** An option for each path value and each known field except secrets. */
export function optionsOf(call: Call): Flag[] {
  const fields = Object.entries(publicFields(call)).filter(([, field]) => !field.secret);
  const words = (list: readonly unknown[] | undefined) => (list ? `: ${list.join(' ')}` : '');
  return [
    ...pathNames(call.path).map(
      (name): Flag => ({
        flags: `--${kebab(name)} <value>`,
        effects: 'plain',
        summary: `path value${words(call.words[name])}`,
      }),
    ),
    ...fields.map(
      ([name, field]): Flag => ({
        flags: `--${kebab(name)} <value>`,
        effects: 'plain',
        summary: `${field.kind}${field.required ? '' : ', optional'}${words(field.words)}`,
      }),
    ),
  ];
}
