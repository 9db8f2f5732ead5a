// Homes that are signed in to a service of a test.
import { confirmFieldNames } from './confirmed.js';
import { exit } from './exit.js';
import { newHome, newUser } from './tuk.js';

/** Creates a home with one signed-in profile whose field names are confirmed. `base` is a template such as `${url}/{service}`. Use it with `-p profileName`. */
export async function signedInHome(
  profileName: string,
  base: string,
  tokens: { readonly accessToken: string; readonly refreshToken: string },
): Promise<string> {
  const home = newHome('empty');
  await runOrThrow(home, ['profile', 'add', profileName, '--base', base]);
  confirmFieldNames(home, profileName);
  await runOrThrow(home, ['login', '--tokens-stdin', '--profile', profileName], JSON.stringify(tokens));
  return home;
}

async function runOrThrow(home: string, argv: readonly string[], stdin = ''): Promise<void> {
  const { code, stderr } = await newUser(home).run(argv, { stdin });
  if (code !== exit.ok) throw new Error(`tuk ${argv.join(' ')} ended with ${code}: ${stderr}`);
}
