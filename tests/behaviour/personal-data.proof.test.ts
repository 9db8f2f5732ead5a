// Personal data: no command shows a person of the sandbox unmasked on a terminal; a pipe has everything unless --mask is given.
import { beforeAll, describe, expect, test } from 'vitest';
import { seedUsers } from '../../sandbox/domains/people/user.js';
import { endpointLines } from '../../src/cli/command/endpoint-lines.js';
import { groupNames, groups } from '../../src/groups.js';
import { kebab, pathNames } from '../../src/services/catalogue/define.js';
import { catalogues } from '../../src/services/catalogue/index.js';
import { isRecord } from '../../src/services/json-value.js';
import { exit } from '../support/exit.js';
import { respond } from '../support/scripted-server.js';
import { argvOf, newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const wide = { terminal: true, columns: 240, env: { NO_COLOR: '1' } } as const;

/** The names of persons in a response, by the fields that the sandbox has for them. */
function namesIn(value: unknown, field = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, field));
  if (typeof value === 'string') return /^(displayName|username)$/.test(field) ? [value] : [];
  if (!isRecord(value)) return [];
  const isPerson = /^(driverInfo|rider|user)$/.test(field) || 'rank' in value || 'invitedAt' in value;
  const own = isPerson && typeof value.name === 'string' ? [value.name] : [];
  return [...own, ...Object.entries(value).flatMap(([name, one]) => namesIn(one, name))];
}

/** The command lines that read, of every group, and a call of every read of the catalogue. */
async function readingLines(): Promise<string[][]> {
  const lines: string[][] = [];
  for (const name of groupNames)
    for (const command of (await groups[name].load()).group.commands) {
      const calls = await endpointLines(command);
      const reads = command.read !== undefined || (calls.length > 0 && calls.every((line) => / GET /.test(line)));
      if (reads && name !== 'doctor' && name !== 'smoke' && !/watch|wait/.test(command.name))
        lines.push(
          ...command.examples
            .filter((line) => !/<|\.\.\.|staging|--watch| -w\b|--reveal|-o (csv|json|ndjson)|--stdin/.test(line))
            .map((line) => argvOf(line)),
        );
    }
  for (const { name, calls } of await catalogues())
    for (const call of Object.values(calls))
      if (call.method === 'GET' && call.effect === 'none' && !call.skip)
        lines.push(['api', name, kebab(call.name), ...pathNames(call.path).map(() => '1')]);
  return lines;
}

/** A user of a world with a ride under way, a transfer of points, a present and a connected app. */
async function busyUser() {
  const user = newUser();
  for (const line of [
    'login --as mina',
    'sandbox advance 1h',
    'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
    'sandbox advance 40s',
    'points transfer --to 2 --amount 5 --new-recipient --yes',
  ])
    expect(`${line}: ${(await user.run(argvOf(line))).stderr}`).not.toContain('✗');
  return user;
}

describe('every command that reads, in the sandbox', () => {
  let user: Awaited<ReturnType<typeof busyUser>>;
  let persons: string[];
  beforeAll(async () => {
    user = await busyUser();
    const points = ['rank board season-ranking', 'referral invitees', 'games --show past', 'apps list'];
    const whole = ['ride status', ...points.map((line) => `points ${line}`)];
    const named = await Promise.all(whole.map(async (line) => namesIn(await user.json(`${line} -o json`))));
    const seeded = seedUsers.flatMap(({ name, phone, handle }) => [name, `${handle}@sandbox.invalid`, phone ?? name]);
    persons = [...seeded, ...named.flat()];
    for (const one of named) expect(one.length).toBeGreaterThan(0);
  });

  test('shows no name, e-mail address or phone number whole on a terminal', { timeout: 120_000 }, async () => {
    const lines = await readingLines();
    const leaks: unknown[] = [];
    let shown = 0;
    for (const argv of lines) {
      const { code, stdout, stderr } = await user.run(argv, wide);
      if (code === exit.ok) shown++;
      const found = persons.filter((one) => `${stdout}${stderr}`.includes(one));
      if (found.length > 0) leaks.push({ line: argv.join(' '), found });
    }
    expect(leaks).toEqual([]);
    expect(shown).toBeGreaterThan(lines.length / 2);
  });

  const named = ['ride status', 'points rank board season-ranking', 'points apps list', 'points history', 'whoami'];
  test.each([...named, 'account show', 'api user get-current', 'api GET user /users/current', 'auth status'])(
    '%s: a pipe has the persons whole, a terminal after --reveal, a pipe with --mask as little as a terminal',
    async (line) => {
      const has = (text: string) => persons.some((one) => text.includes(one));
      expect(has((await user.run(line)).stdout)).toBe(true);
      expect(has((await user.run(`${line} -o json`, wide)).stdout)).toBe(true);
      expect(has((await user.run(`${line} --reveal`, wide)).stdout)).toBe(true);
      for (const form of ['json', 'ndjson', 'csv', 'yaml']) {
        const { code, stdout } = await user.run(`${line} --mask -o ${form}`);
        expect({ form, code, has: has(stdout) }).toEqual({ form, code: exit.ok, has: false });
      }
      for (const form of ['table', 'yaml'])
        expect(has((await user.run(`${line} -o ${form}`, wide)).stdout)).toBe(false);
      const traced = await user.run(`${line} -vv`, wide);
      expect(has(traced.stdout + traced.stderr)).toBe(false);
      expect(traced.stderr).toContain('••');
      expect(has((await user.run(`${line} -vv`)).stderr)).toBe(true);
    },
  );

  test('a field or a jq expression that picks a name gets it masked on a terminal, and says so', async () => {
    const run = async (line: string) => user.run(line, wide);
    expect((await run('whoami --fields user.name')).stdout).not.toContain('Mina Park');
    expect((await run('whoami --jq .user.name')).stdout).toBe('Mi•• P••\n');
    expect((await run('whoami --jq .user.name')).stderr).toContain('--reveal');
    expect((await run('points referral invitees --columns name')).stdout).toMatch(/Da•• S••/);
    expect((await run('points referral invitees --jq .data[].name --reveal')).stdout).toBe('Dara Sok\n');
    expect((await user.run('whoami --jq .user.name')).stdout).toBe('Mina Park\n');
  });

  test('--match and --sort-by are by the whole values', async () => {
    const { stdout } = await user.run(['points', 'referral', 'invitees', '--match', 'Dara Sok'], wide);
    expect(stdout).toContain('Da•• S••');
  });

  test('the receipt and the answer of a transfer mask who gets it', async () => {
    const { stdout, stderr } = await user.run(argvOf('points transfer --to 2 --amount 5 --yes'), wide);
    expect(stderr).toMatch(/Who gets them.*Da•• S••/);
    expect(stdout + stderr).not.toContain('Dara Sok');
    const piped = await user.run('points transfer --to 2 --amount 5 --yes');
    expect(piped.stderr).toMatch(/Who gets them +Dara Sok/);
  });

  test('--mask and --reveal exclude each other', async () => {
    expect(await user.run('whoami --mask --reveal')).toMatchObject({ code: exit.usage, stdout: '' });
  });
});

test('of a service with its own names, rows of a call that lists persons are persons, whatever their fields', async () => {
  const person = await stubUser(respond(200, '{"data":[{"id":"1","name":"Sok Dara"}]}'));
  for (const line of ['points referral invitees', 'api user list-invitees', 'api GET user /users/invitees'])
    expect((await person.run(line, wide)).stdout).toMatch(/So•• D••/);
  const place = await stubUser(respond(200, '[{"id":"1","name":"Central Market"}]'));
  for (const line of ['depin stations', 'api vehicle-oracle list-stations'])
    expect((await place.run(line, wide)).stdout).toContain('Central Market');
});
