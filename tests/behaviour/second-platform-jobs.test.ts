// Everyday jobs over dialects that only a map makes readable: they say, send and record what they do over the sandbox's own dialect.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { whileTimePasses } from '../support/fake-time.js';
import { type Dialect, dialectOf, unguessable } from '../support/second-platform/dialect.js';
import { secondPlatform } from '../support/second-platform/platform.js';
import { now } from '../support/time.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

/** Lines, one after the other; `ID` is the first id that the line before printed. */
const jobs: Readonly<Record<string, readonly string[]>> = {
  ride: [
    'ride search --from PNH-01 --to PNH-02 --region KH',
    'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
    'ride status --known -o name',
    'wait ride:ID',
    'ride status --known',
  ],
  order: [
    'store featured -o name',
    'store buy ID --quantity 1 --currency MVP --yes',
    'store order list -o name',
    'find ID',
    'store order list -o name',
    'watch order:ID',
    'store order list',
  ],
  points: [
    'points transfer --to dara --amount 5 --new-recipient --yes',
    'points history',
    'ops list',
    'ops show op-2611-0001',
    'ops check',
    'points transfer --to dara --amount 5000 --yes',
  ],
  lists: [
    'store featured --match price>10 --sort-by -price',
    'wallet balance --sum value',
    'points history --match amount<0 --sum amount',
    'depin stations --status ON --limit 2',
    'depin stations --all',
    'assets offerings -w --count 1',
    'notify list --sort-by createdAt',
  ],
};

const seen = new Map();
const over = async (dialect: Dialect, hasMap: boolean) => {
  const { script, translator, map } = (await secondPlatform(seen))(dialect);
  const user = await stubUser(script);
  if (hasMap) {
    writeFileSync(path.join(user.home, 'platform.yaml'), map());
    expect((await user.run('profile set box map platform.yaml')).code).toBe(0);
  }
  let id = '';
  return async (line: string) => {
    const argv = argvOf(line.replace('ID', id));
    const columns = 300;
    const { code, stdout, stderr } = /^(wait|watch)/.test(line)
      ? await whileTimePasses(() => user.run(argv, { now: Date.now }))
      : / -o /.test(line)
        ? await user.run(argv, { now })
        : await user.table(argv, { columns, now });
    [id = ''] = stdout.split('\n');
    const said = linesOf(translator.ownIn(`${stdout}\n${stderr}`));
    return {
      code,
      said: /^(wait|watch)/.test(line)
        ? said.filter((one) => /good end|bad end/.test(one)).map((one) => one.split(/ {2,}/)[1])
        : said,
    };
  };
};
/** The lines of a page without ids, and without when a status was seen. */
const linesOf = (text: string) =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b7\d{6}\b/g, '<id>')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/found by \d+ requests/g, 'found')
    // money has its unit in its value
    .replace(/^(\s*(?:Amount|Fee|Fee amount) +[\d.]+) MV\w+$/gm, '$1')
    .replace(/^\s*Currency( id)? +\w+$|^.*has left other requests without a response.*$|^NOT ASKED$/gm, '')
    .split('\n')
    .map((one) => one.trim().replace(/ {2,}/g, '  '))
    .filter(Boolean);

const dialects: Readonly<Record<string, Dialect>> = {
  deep: { ...unguessable, idForm: 'UUID' },
  millionths: { ...unguessable, envelope: 'code and list', money: 'millionths', idForm: 'UUID', times: 'seconds' },
};
test.each(Object.entries(jobs))('%s', { timeout: 60_000 }, async (name, lines) => {
  const own = await over(dialectOf(0), false);
  const expected = [];
  for (const line of lines) expected.push([line, await own(line)]);
  for (const dialect of Object.values(dialects)) {
    const theirs = await over(dialect, true);
    const found = [];
    for (const line of lines) found.push([line, await theirs(line)]);
    if (process.env.ZZ) writeFileSync(`/tmp/job-${name}-${dialect.money}.json`, JSON.stringify([expected, found]));
    else expect(found).toEqual(expected);
  }
});
