// A platform that sends lists in parts: a list says that it is cut, --all reads the rest or says why it cannot, and what is read for a fact is read whole.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { dialectOf, pagings } from '../support/second-platform/dialect.js';
import { secondPlatform } from '../support/second-platform/platform.js';
import { now } from '../support/time.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const envelopes = ['code and list', 'JSON:API', 'table', 'none', 'HAL', 'GeoJSON'] as const;
const platform = await secondPlatform();
const over = async (dialect: ReturnType<typeof dialectOf>) => {
  const user = await stubUser(platform(dialect).script);
  return async (line: string) => {
    const { code, stdout, stderr } = await user.table(argvOf(line), { columns: 400, now });
    return { code, stderr, said: stdout.split('\n').map((one) => one.trimEnd().replace(/ {2,}/g, '  ')) };
  };
};
const own = await over(dialectOf(0));
const lost = (whole: readonly string[], part: readonly string[]) => whole.filter((one) => !part.includes(one));

describe.each(pagings.map((by, at) => [by, envelopes[at]!] as const))('parts by %s in %s', (by, envelope) => {
  /** Whether a response names the URL of its next page; a bare list can name it in its headers alone. */
  const isNamed = by === 'link' || by === 'url' || (envelope === 'none' && by !== 'offset');

  test.each(['assets products', 'depin stations', 'wallet list', 'store featured'])('%s', async (line) => {
    const theirs = await over({ ...dialectOf(0), envelope, pages: { size: 2, by } });
    const [expected, part, all] = [await own(line), await theirs(line), await theirs(`${line} --all`)];
    expect(lost(expected.said, part.said)).not.toEqual([]);
    expect(part).toMatchObject(ends(exit.ok, /2 of \d+ rows|more rows than these 2/));
    expect(part.stderr.includes('All rows: --all')).toBe(isNamed);
    if (isNamed) expect([all.code, lost(expected.said, all.said)]).toEqual([exit.ok, []]);
    else
      expect(all).toMatchObject({ code: exit.server, stderr: expect.stringContaining('where the next page begins') });
  });

  test.each(['wallet balance', 'points missions show first-ride'])('%s reads for its facts', async (line) => {
    const theirs = await over({ ...dialectOf(0), envelope, pages: { size: 2, by } });
    const [expected, found] = [await own(line), await theirs(line)];
    if (isNamed) expect([found.code, lost(expected.said, found.said)]).toEqual([expected.code, []]);
    else expect(found.stderr).toMatch(/Only 2 rows( of \d+)? of [a-z-]+ [a-z0-9-]+ can be read/);
  });
});
