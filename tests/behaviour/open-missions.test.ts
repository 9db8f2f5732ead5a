// Each open mission names a command, and the command moves it on.
import { expect, test } from 'vitest';
import type { Row } from '../../src/services/json-value.js';
import { activityLines } from '../../src/things/mission.js';
import { exit } from '../support/exit.js';
import { argvOf } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

const tada = '3d100001-ffff-4000-a000-000000000000';
const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';

const participate = `points earn participate --app ${tada} --event tada-daily --identifier mina --key k0 --value 1 --request-id r1 --yes`;
const mina = (...lines: readonly string[]) => lines.map((line) => ['mina', line] as const);

/** What does an activity: lines in order, each behind the user who runs it. `{x}` is a row that the test has read. */
const doing: Readonly<Record<string, readonly (readonly [user: string, line: string, stdin?: string])[]>> = {
  open_telegram_miniapp: [['mina', 'api activity report-activity open_telegram_miniapp --yes']],
  visit_onion: [['mina', 'api activity report-activity visit_onion --yes']],
  finish_ride: mina(ride, 'sandbox advance 2h'),
  purchase_item: mina('store buy 1 --quantity 1 --currency MVP --yes', 'sandbox advance 5m'),
  purchase_asset: mina(
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 60 --yes',
    'assets payment create {order} --method CRYPTO --yes',
    'sandbox advance 10m',
  ),
  swap_battery: [['mina', 'depin swap-battery -f vin={vin} -f stationId={station} --yes']],
  invite_friend: [
    ['mina', 'points referral code'],
    ['fresh', 'points referral register MINA --yes'],
  ],
  connect_tada: [['mina', `points apps connect ${tada} --token-file - --yes`, `partner:mina:${tada}`]],
  ride_with_partner: [['partner', participate]],
  play_democopter: mina(
    'points games play --step pay --yes',
    'sandbox advance 10s',
    'points games play --step start --yes',
    'points games play --step score --score 120 --yes',
  ),
  retweet_democopter: [['mina', 'points games play retweet --step repost --yes']],
};

test('each open mission of the sandbox names a command that exists and moves it on', async () => {
  const { run, json } = await signedIn();
  const open = async () =>
    ((await json('points missions list')) as Row[]).filter(({ accomplishable }) => accomplishable === true);
  const missions = await open();
  expect(missions.length).toBeGreaterThan(15);
  for (const { slug } of missions) {
    const { stderr } = await run(`points missions show ${slug}`);
    const [, line] = /Next: tuk (.*\w.*)/.exec(stderr) ?? expect.fail(`${slug}: ${stderr}`);
    expect(await run(`${line!.replace(/ <.*| --.*| retweet.*/, '')} --help`), line).toMatchObject({ code: exit.ok });
  }
  const progress = async (slug: unknown) => {
    const row = await json(`points missions show ${slug}`);
    return [row.accomplishProgress, row.userAccomplishedCount];
  };
  const moved = new Set<string>();
  for (const [activity, lines] of Object.entries(doing)) {
    const of = missions.filter(
      ({ activityTypes, type }) =>
        (activityTypes as string[]).includes(activity) && (type !== 'REFEREE_ACTIVITY' || activity === 'invite_friend'),
    );
    const named = new RegExp(`^${activityLines[activity]!.replace(/ <.*/, '')}($| -| [\\d{]| retweet)`);
    expect([activity, lines.some(([, line]) => named.test(line))]).toEqual([activity, true]);
    if (of.length === 0) continue; // done in the seed
    const before = await Promise.all(of.map(({ slug }) => progress(slug)));
    for (const [user, line, stdin] of lines) {
      if (user !== 'mina') await run(`login --as ${user}`);
      const vin = line.includes('{vin}') ? (await json('assets vehicles'))[0].vin : '';
      const station = line.includes('{station}') ? (await json('depin stations'))[0].id : '';
      const order = line.includes('{order}') ? (await json('assets orders'))[0].id : '';
      const filled = line.replace('{vin}', vin).replace('{station}', station).replace('{order}', order);
      expect([filled, await run(argvOf(filled), { stdin })]).toMatchObject([filled, { code: exit.ok }]);
      if (user !== 'mina') await run('login --as mina');
    }
    for (const [at, { slug }] of of.entries()) expect([slug, await progress(slug)]).not.toEqual([slug, before[at]]);
    moved.add(activity);
  }
  const all = new Set(missions.flatMap(({ activityTypes }) => activityTypes as string[]));
  expect([...all].filter((activity) => !moved.has(activity))).toEqual(['sign_up']); // once an account
  expect(Object.keys(activityLines).sort()).toEqual([...Object.keys(doing), 'sign_up'].sort());
});
