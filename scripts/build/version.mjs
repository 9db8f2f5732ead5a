// The name of a build: the version, and the commit that it was built from. Two builds of one version are different programs.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** `0.2.0+1a2b3c4d`; `-changed` follows if the checkout differs from the commit, `unknown` replaces it without git. */
function nameOf(root, version) {
  const git = ['describe', '--always', '--exclude=*', '--abbrev=8', '--dirty=-changed'];
  // a folder inside the repository of another project has no commit of ours
  const { status, stdout } = existsSync(path.join(root, '.git'))
    ? spawnSync('git', git, { cwd: root, encoding: 'utf8' })
    : { status: 1, stdout: '' };
  return `${version}+${status === 0 ? stdout.trim() : 'unknown'}`;
}

/** Writes the name of the build into dist/, also where nothing else is built anew. Where git cannot say it, what an earlier build of these sources wrote stays. */
export function writeVersion(root, version) {
  const file = path.join(root, 'dist/version');
  const name = nameOf(root, version);
  if (!name.endsWith('+unknown') || !existsSync(file)) writeFileSync(file, `${name}\n`);
  return readFileSync(file, 'utf8').trim();
}
