// Part of the built program: reads a service's calls from dist/catalogues. The file is read when a call is first touched, and only that call's line is parsed.

import { readFileSync } from 'node:fs';

/** The name under which `routesOf` of the source finds the routes, for which no line is parsed. */
const routesKey = Symbol.for('tuk.routes');

/** The calls of a service by name, as a catalogue's source defines them. */
export function callsFromLines(service) {
  let bytes; // Searched as bytes: a text would fill New Space, and collecting that takes a millisecond.
  // The build puts this module into dist/main.cjs.
  const text = () => (bytes ??= readFileSync(`${__dirname}/catalogues/${service}.tsv`));
  const rows = () =>
    text()
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
  const calls = Object.create(null);
  const parse = (name, json) =>
    (calls[name] ??= { service, name, effect: 'none', as: 'json', words: {}, ...JSON.parse(json) });
  const callOf = (name) => {
    if (typeof name !== 'string' || calls[name]) return calls[name];
    const start = text().indexOf(`\n${name}\t`) + 1;
    if (start === 0) return undefined;
    const line = text().toString('utf8', start, text().indexOf('\n', start));
    return parse(name, line.slice(line.lastIndexOf('\t') + 1));
  };
  const routes = () =>
    rows().map(([name, route]) => {
      const space = route.indexOf(' ');
      return { name, method: route.slice(0, space), path: route.slice(space + 1) };
    });
  return new Proxy(calls, {
    get: (_, name) => (name === routesKey ? routes : callOf(name)),
    has: (_, name) => callOf(name) !== undefined,
    ownKeys: () => rows().map(([name, , json]) => parse(name, json).name),
    getOwnPropertyDescriptor: (_, name) =>
      callOf(name) && { value: calls[name], enumerable: true, configurable: true, writable: true },
  });
}
