// After a transfer was sent, only the API's own error says that it was not done: a JSON object with a text `message`. And a session that has ended is renewed first.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { platformUser } from '../support/platform.js';
import { respond, respondJson } from '../support/scripted-server.js';

const line = 'points transfer --to u-1 --amount 5 --new-recipient --yes --client-ref a';
const bySender: readonly (readonly [number, number])[] = [
  [400, exit.refused],
  [401, exit.signIn],
  [403, exit.refused],
  [404, exit.notFound],
  [409, exit.refused],
  [429, exit.rateLimited],
  [451, exit.refused],
];

test.each(bySender)('%i with an error of the API is a refusal: the reference is free', async (status, code) => {
  for (const body of [{ message: 'no' }, { message: 'no', code: 'NO_WAY', details: [1] }]) {
    const { run, transfers, lines } = await platformUser({ money: respondJson(body, status) });
    expect([(await run(line)).code, (await run(line)).code]).toEqual([code, code]);
    expect(transfers()).toHaveLength(2);
    expect(await lines()).toMatchObject([{ outcome: 'refused' }, { outcome: 'refused' }]);
  }
});

/** Bodies that are no error of the API, and what the message shows of them. */
const others: readonly (readonly [string, string])[] = [
  ['', 'an empty body'],
  ['<html>blocked</html>', '<html>blocked</html>'],
  ['blocked by rule 7', 'blocked by rule 7'],
  ['null', 'null'],
  ['"blocked"', 'blocked'],
  ['[{"message":"blocked"}]', 'blocked'],
  ['{}', '{}'],
  ['{"code":"FORBIDDEN"}', 'FORBIDDEN'],
  ['{"error":"blocked"}', 'blocked'],
  ['{"error":{"message":"blocked"}}', 'blocked'],
  ['{"message":""}', 'message'],
  ['{"message":7}', '7'],
  ['{"message":["blocked"]}', 'blocked'],
  ['{"message":{"text":"blocked"}}', 'blocked'],
  ['{"message":"blocked"', 'blocked'],
  ['\ufeff<p>blocked', 'blocked'],
];
test.each(bySender)(
  '%i in any other form is an unknown outcome that shows the body, and nothing is sent again',
  async (status) => {
    for (const [body, shown] of others) {
      const { run, transfers, lines } = await platformUser({ money: respond(status, body) });
      expect(await run(line), body).toMatchObject(ends(exit.unknown, shown, ''));
      expect((await run(line)).code).toBe(exit.unknown);
      expect(transfers()).toHaveLength(1);
      expect(await lines()).toMatchObject([{ outcome: 'unknown', message: expect.stringContaining(shown) }]);
    }
  },
);

describe('a session that has ended', () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (name: string, exp: number) => `${encoded({ alg: 'none' })}.${encoded({ sub: 'u-0', name, exp })}.x`;
  const now = Date.UTC(2026, 10, 20);
  const seconds = now / 1000;
  const renewed = token('renewed', seconds + 900);

  /** A user whose access token ends at `exp`; `answer` is the response to a transfer with that token, `refresh` that to a renewal. */
  async function userWith(
    exp: number,
    { answer = respondJson({ id: 't' }), refresh = respondJson({ accessToken: renewed, refreshToken: 'r2' }) } = {},
  ) {
    const first = token('first', exp);
    const user = await platformUser({
      money: (...received: Parameters<typeof answer>) => {
        const [, request] = received;
        if (request.path.endsWith('/sessions/refresh')) return refresh(...received);
        const isFirst = request.headers.authorization === `Bearer ${first}`;
        return (isFirst && request.path.endsWith('/mvp/transfer') ? answer : respondJson({ id: 't' }))(...received);
      },
    });
    await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: first, refreshToken: 'r1' }) });
    const sentWith = () =>
      user.server.requests
        .filter(({ path: at }) => at.endsWith('/mvp/transfer'))
        .map(({ headers }) => (headers.authorization === `Bearer ${first}` ? 'first' : 'renewed'));
    return { ...user, sentWith };
  }
  const expired = { message: 'Session expired or deleted', code: 'EXPIRED_SESSION' };

  test('by its own `exp` is renewed before the transfer, which is sent once', async () => {
    const { run, sentWith } = await userWith(seconds - 1);
    expect((await run(line, { now })).code).toBe(exit.ok);
    expect(sentWith()).toEqual(['renewed']);
  });

  test('by a 401 of the API is renewed, and the transfer is sent a second time', async () => {
    const { run, sentWith } = await userWith(seconds + 900, { answer: respondJson(expired, 401) });
    expect((await run(line, { now })).code).toBe(exit.ok);
    expect(sentWith()).toEqual(['first', 'renewed']);
  });

  test.each(['{"code":"EXPIRED_SESSION"}', '{"message":["x"],"code":"EXPIRED_SESSION"}', 'EXPIRED_SESSION'])(
    'by a 401 of something else is an unknown outcome, and sent once: %s',
    async (body) => {
      const { run, sentWith } = await userWith(seconds + 900, { answer: respond(401, body) });
      expect((await run(line, { now })).code).toBe(exit.unknown);
      expect(sentWith()).toEqual(['first']);
    },
  );

  test('and cannot be renewed: nothing is sent, and nothing is recorded', async () => {
    const refresh = respondJson({ message: 'over', code: 'INVALID_SESSION' }, 401);
    const { run, sentWith, lines } = await userWith(seconds - 1, { refresh });
    expect((await run(line, { now })).code).toBe(exit.signIn);
    expect([sentWith(), await lines()]).toEqual([[], []]);
  });
});
