// A load script of k6 with stand-ins for the modules of k6: it runs once, and its requests are awaited.
type Sent = { readonly method: string; readonly url: string; readonly headers: Readonly<Record<string, string>> };
type Answered = { readonly status: number; readonly body: string };

/** Runs a script once. @param respond gives the response to each request @returns the requests, and the names of the failed checks */
export async function runK6(
  script: string,
  env: Readonly<Record<string, string>>,
  respond: (request: Sent) => Answered | Promise<Answered>,
) {
  const sent: Sent[] = [];
  const failed: string[] = [];
  const http = {
    request: async (method: string, url: string, _: null, { headers }: Pick<Sent, 'headers'>) => {
      sent.push({ method, url, headers });
      const { status, body } = await respond({ method, url, headers });
      return { status, body, json: () => JSON.parse(body) };
    },
  };
  const check = (response: unknown, checks: Record<string, (one: unknown) => boolean>) =>
    failed.push(...Object.entries(checks).flatMap(([name, one]) => (one(response) ? [] : [name])));
  const body = script
    .replace(/^import .*$/gm, '')
    .replace(/^export default function/m, 'async function run')
    .replace('http.request(', 'await http.request(')
    .replace(/^export /gm, '');
  const { setup, run } = new Function('http', 'check', 'sleep', 'encoding', '__ENV', `${body}; return { setup, run };`)(
    http,
    check,
    () => {},
    { b64encode: btoa },
    env,
  ) as { setup: () => void; run: () => Promise<void> };
  setup();
  await run();
  return { sent, failed };
}
