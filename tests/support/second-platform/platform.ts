// The sandbox as a service of another platform: every dialect has a server of its own over one world.
import type { Call } from '../../../src/services/catalogue/define.js';
import { allCalls } from '../catalogue.js';
import { sandboxServices } from '../renamed-sandbox.js';
import { type Dialect, type SeenCall, Translator } from './dialect.js';

/** `offering` for listOfferings: what a response is about. */
function nounOf({ name }: Call): string {
  const nouns = name.replace(/^(list|search|get|find|read|show)(Public|Own|Active)?/, '').replace(/V\d(_\d)?$/, '');
  const noun = nouns.replace(/ies$/, 'y').replace(/(?<=s|x|ch)es$|s$/, '');
  return noun === '' ? 'thing' : noun[0]!.toLowerCase() + noun.slice(1);
}

/** Opens a seeded sandbox to which mina is signed in. @param seen the responses by their calls, of other worlds too @returns the function that makes a server of a dialect */
export async function secondPlatform(seen = new Map<string, SeenCall['bodies']>()) {
  const services = await sandboxServices();
  const routes = [...(await allCalls())]
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    .map((call) => ({
      ...{ service: call.service, name: call.name, noun: nounOf(call) },
      bodies: seen.get(`${call.service} ${call.name}`) ?? [],
      /** The service pages it in a public way. */
      isPaged: call.pages !== undefined || (typeof call.query === 'object' && 'page' in call.query),
      method: call.method,
      pattern: new RegExp(`^/${call.service}${call.path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    }));
  for (const { service, name, bodies } of routes) seen.set(`${service} ${name}`, bodies);
  return (dialect: Dialect) => {
    const translator = new Translator(dialect);
    const { script } = services(
      (status, text, { method, path }) => {
        const at = path.replace(/\?.*/, '');
        const route = routes.find((one) => one.method === method && one.pattern.test(at));
        const known = route ?? { noun: 'thing', bodies: [] };
        return translator.response(status, text, known, route?.isPaged === false ? path : undefined);
      },
      (text) => translator.ownIn(text.replace(/[?&]from=\d+$/, '')),
    );
    return { script, translator, map: () => translator.map(routes) };
  };
}
