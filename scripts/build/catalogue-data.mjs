// Stores each service's catalogue as data: a text of one line per call, which a start reads and parses in a tenth of the time that the module takes.

import path from 'node:path';
import { oneFile } from './one-file.mjs';

const folder = 'src/services/catalogue';

/** What most calls have alike. A line leaves it out; `calls-from-lines.mjs` puts it back. */
const defaults = { effect: 'none', as: 'json' };

/** Evaluates the catalogues of the source. The shapes of answers stay outside: they are code, and nothing calls them here. */
async function evaluateCatalogues(root) {
  const text = await oneFile(root, `${folder}/index.ts`, { format: 'esm', external: ['*.shapes.js'] });
  const { catalogues } = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  return catalogues();
}

/** A call as the fields in which it differs from the defaults. */
function compact({ service: _, name: __, words, ...call }) {
  const fields = Object.entries(call).filter(([key, value]) => value !== defaults[key]);
  return { ...Object.fromEntries(fields), ...(Object.keys(words).length > 0 && { words }) };
}

/** A service's calls as text: name, method and path, JSON, separated by tabs. A newline stands before each name, so that a search for it finds the line. */
const linesOf = ({ calls }) =>
  `${Object.values(calls)
    .map((call) => `\n${call.name}\t${call.method} ${call.path}\t${JSON.stringify(compact(call))}`)
    .join('')}\n`;

/** The module that takes the place of a catalogue's source. */
const moduleOf = ({ name, shapes }) => `
import { callsFromLines } from 'calls-from-lines';
let calls;
export default {
  name: '${name}',
  get calls() { return (calls ??= callsFromLines('${name}')); },
  ${shapes ? `shapes: () => import('./${name}.shapes.js'),` : ''}
};`;

/** The catalogues' sources, their texts by file, and the esbuild plugin that replaces each source by a reader of its text. */
export async function catalogueData(root) {
  const services = await evaluateCatalogues(root);
  const sources = new Map(services.map((service) => [path.join(root, folder, `${service.name}.ts`), service]));
  const plugin = {
    name: 'catalogue-data',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^calls-from-lines$/ }, () => ({
        path: path.join(import.meta.dirname, 'calls-from-lines.mjs'),
      }));
      onLoad({ filter: /[\\/]catalogue[\\/][\w-]+\.ts$/ }, ({ path: file }) =>
        sources.has(file)
          ? { contents: moduleOf(sources.get(file)), loader: 'js', resolveDir: path.dirname(file) }
          : undefined,
      );
    },
  };
  return {
    sources: services.map(({ name }) => `${folder}/${name}.ts`),
    texts: new Map(services.map((service) => [`dist/catalogues/${service.name}.tsv`, linesOf(service)])),
    plugin,
  };
}
