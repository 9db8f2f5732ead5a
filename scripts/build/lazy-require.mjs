// Lazy requires: a CommonJS file of dist/ loads another file, or a module of Node, when it first uses an export of it. So a command loads only what it
// runs, whatever its source files import.

const prefix = 'lazy:';
/** Modules of Node that take half a millisecond and more to load, and are functions and classes only: their methods run without the proxy. */
const slowModules = [
  'child_process',
  'crypto',
  'http',
  'https',
  'net',
  'readline',
  'timers/promises',
  'tty',
  'zlib',
].map((name) => `node:${name}`);

/** The path of a static import in the output: marked where it becomes a lazy require. */
export const lazyPath = (name) => (name.startsWith('.') || slowModules.includes(name) ? `${prefix}${name}` : name);

/** The name of a file's own module object inside the modules that are bundled in it. */
export const ownModule = '$module';

/** The first line of every CommonJS file. It replaces the file's `require` by one that returns a proxy for a marked path. */
export const lazyRequire = `const ${ownModule} = module;
require = ((load) => (path) => {
  if (!path.startsWith('${prefix}')) return load(path);
  let module;
  const get = (_, name) => name === '__esModule' ? undefined : (module ??= load(path.slice(${prefix.length})))[name];
  return new Proxy({}, { get });
})(require);`.replaceAll(/\n\s*/g, '');
