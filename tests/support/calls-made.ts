// Reads the API calls of a run from its `-v` lines on stderr, named as in help: `user GET /v1/x/{id}`.
import { allCalls } from './catalogue.js';

/** Returns a function that finds the API calls in the stderr of a run with -v. It leaves out session renewals, which belong to no command. */
export async function callReader(): Promise<(stderr: string) => string[]> {
  const calls = (await allCalls()).map((call) => ({
    ...call,
    pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const callName = (method: string, service: string, path: string): string => {
    const [call] = calls
      .filter((one) => one.service === service && one.method === method && one.pattern.test(path))
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
    return `${service} ${method} ${call?.path ?? path}`;
  };
  return (stderr) =>
    [...stderr.matchAll(/^ {2}([A-Z]+) https?:\/\/[^/]+\/([\w-]+)(\/[^ ?]*)\S* \d{3} /gm)]
      .map(([, method, service, path]) => callName(method!, service!, path!))
      .filter((call) => !/ (POST|PUT) \S*\/sessions?\b/.test(call));
}
