// The API calls that a run has made, by its `-v` lines on stderr, as help names them: `user GET /v1/x/{id}`.
import { allCalls } from './catalogue.js';

/** Gives a function that finds the calls in the stderr of a run with -v. A renewal of the session belongs to no command and is left out. */
export async function callReader(): Promise<(stderr: string) => string[]> {
  const calls = (await allCalls()).map((call) => ({ ...call, pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  const named = (method: string, service: string, path: string): string => {
    const [call] = calls
      .filter((one) => one.service === service && one.method === method && one.pattern.test(path))
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
    return `${service} ${method} ${call?.path ?? path}`;
  };
  return (stderr) =>
    [...stderr.matchAll(/^ {2}([A-Z]+) https?:\/\/[^/]+\/([\w-]+)(\/[^ ?]*)\S* \d{3} /gm)]
      .map(([, method, service, path]) => named(method!, service!, path!))
      .filter((call) => !/ (POST|PUT) \S*\/sessions?\b/.test(call));
}
