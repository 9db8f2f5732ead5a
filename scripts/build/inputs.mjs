// The inputs of a build as a hash, which the build records, so that an unchanged checkout is not built again.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const record = 'dist/inputs.sha256';
const inputs = ['src', 'sandbox', 'scripts', 'package.json', 'package-lock.json'];

/** The hash of the sources, the build's own code, the packages and the version of Node. */
export function hashOfInputs(root) {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap((input) => filesOf(root, input)).sort())
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

const filesOf = (root, input) =>
  statSync(path.join(root, input)).isFile()
    ? [input]
    : readdirSync(path.join(root, input), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

/** Whether dist/ is the result of these inputs. A build that failed records nothing. */
export function isBuiltFrom(root, hash) {
  const file = path.join(root, record);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

/** Records the inputs of a build that has ended. */
export const recordInputs = (root, hash) => writeFileSync(path.join(root, record), hash);
