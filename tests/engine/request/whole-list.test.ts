// --all follows the pages that a command knows, or that a response names.
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { respond, respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

test('--all reads a list that names no next page once; what is no list of a service takes no --all', async () => {
  const { run, server } = await stubUser(respondJson([{ id: '1' }]));
  expect(await run('depin stations --all -o name')).toMatchObject({ code: exit.ok, stdout: '1\n', stderr: '' });
  expect(server.requests.filter(({ path }) => /stations/.test(path))).toHaveLength(1);
  for (const line of ['ops list', 'depin station 1'])
    expect(await run(`${line} --all`)).toMatchObject({ code: exit.usage, stdout: '' });
});

describe('--all follows the next page that a response names', () => {
  /** Two pages of notifications; `next` is in the first one. */
  const pages = (next: (path: string) => { readonly headers?: Record<string, string>; readonly beside?: object }) =>
    stubUser((socket, request) => {
      const path = request.path.split('?')[0]!;
      const isSecond = request.path.includes('page=2');
      const { headers = {}, beside = {} } = isSecond ? {} : next(path);
      const list = [{ id: isSecond ? 'n2' : 'n1' }];
      respond(200, JSON.stringify({ data: { list, ...beside } }), headers)(socket, request);
    });

  test.each([
    ['Link', (path: string) => ({ headers: { link: `<${path}?page=2>; rel="next", <${path}?page=9>; rel="last"` } })],
    ['a path', (path: string) => ({ beside: { links: { next: { href: `${path}?page=2` } } } })],
    ['a query', () => ({ beside: { paging: { next: '/v1/entity-notifications?page=2' } } })],
  ] as const)('in %s', async (name, next) => {
    const { run, server } = await pages(next);
    const { code, stdout } = await run('notify list --all -o name');
    const own = name === 'a query'; // the path of another base address
    expect([code, stdout]).toEqual(own ? [exit.server, 'n1\n'] : [exit.ok, 'n1\nn2\n']);
    expect(server.requests.filter(({ path }) => /notif/.test(path))).toHaveLength(own ? 1 : 2);
  });

  const urls = ['https://elsewhere.example/x?page=2', '//elsewhere.example/x', '/another/path?page=2'];
  test.each(urls)('but not to %s: what came is printed, and exit 11 says so', async (url) => {
    const { run, server } = await pages(() => ({ beside: { next: url } }));
    const { code, stdout, stderr } = await run('notify list --all -o name');
    expect([code, stdout]).toEqual([exit.server, 'n1\n']);
    expect(stderr).toMatch(/names a next page at another address|do not say where the next page begins/);
    expect(server.requests.filter(({ path }) => /notif|another/.test(path))).toHaveLength(1);
  });

  test.each([
    ['2', exit.ok],
    ['3', exit.server],
  ])('a last page that repeats a total of %s is the end if so many rows came', async (total, expected) => {
    const { run } = await stubUser((socket, request) => {
      const isSecond = request.path.includes('page=2');
      const next = isSecond ? undefined : `${request.path.split('?')[0]}?page=2`;
      respondJson({ data: [{ id: isSecond ? 'n2' : 'n1' }], total, next })(socket, request);
    });
    expect(await run('notify list --all -o name')).toMatchObject({ code: expected, stdout: 'n1\nn2\n' });
  });

  test('a first page says that there are more, and how to read them if that is known', async () => {
    const linked = await pages((path) => ({ headers: { link: `<${path}?page=2>; rel=next`, 'x-total-count': '2' } }));
    expect((await linked.run('notify list')).stderr).toContain(
      'These are 1 of 2 rows, as the service says. All rows: --all',
    );
    const cursor = await pages(() => ({ beside: { paging: { next: 'abc' } } }));
    expect((await cursor.run('notify list')).stderr).toContain('The service has more rows than these 1.\n');
    expect(await cursor.run('notify list --all')).toMatchObject({ code: exit.server });
  });
});

test.each([
  ['A, B, A, B', [9, 8]],
  ['A, B, C, B, C', [9, 8, 7, 8]],
  ['A, A', [9]],
])('pages that come again (%s) end --all, and are printed once', async (_, cycle) => {
  let asked = 0;
  const { run, server } = await stubUser((socket, request) => {
    const block = cycle[asked % cycle.length]!;
    if (/history/.test(request.path)) asked += 1;
    const rows = [{ hash: `0x${String(block).repeat(64)}`, blockNumber: block, index: 1, logIndex: 1 }];
    respondJson(rows)(socket, request);
  });
  const line = 'wallet history 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --all -o json';
  const { code, stdout, stderr } = await run(line);
  expect([code, stderr]).toEqual([exit.server, expect.stringContaining('answers pages again')]);
  const blocks = JSON.parse(stdout).map(({ blockNumber }: { blockNumber: number }) => blockNumber);
  expect(blocks).toEqual([...new Set(cycle)]);
  expect(server.requests.filter(({ path }) => path.includes('/history')).length).toBeLessThan(6);
});

describe('a list that is read for a fact', () => {
  /** Missions 1, 2, …, one on each page; `next` of a page by its number and path. */
  const missions = async (next: (page: number, path: string) => unknown, first = 1) => {
    const { run, server } = await stubUser((socket, request) => {
      const [at, , page = String(first)] = request.path.split(/([?]page=)/);
      if (page === '500') respond(500, '{"message":"broken"}')(socket, request);
      else
        respondJson({ data: page === '0' ? [] : [{ id: `m${page}` }], next: next(Number(page), at!) })(socket, request);
    });
    const asked = () => server.requests.filter(({ path }) => /mission/.test(path)).length;
    return { show: (id: string) => run(`points missions show ${id} --jq .id`), asked, server };
  };

  test.each([1, 0])('is read to its end, from page %i, which may be empty', async (first) => {
    const { show, asked } = await missions((page, at) => (page < 3 ? `${at}?page=${page + 1}` : null), first);
    expect(await show('m3')).toMatchObject({ code: exit.ok, stdout: 'm3\n', stderr: '' });
    expect(asked()).toBe(4 - first);
  });

  test.each<readonly [string, (page: number, at: string) => unknown, number, string]>([
    ['another origin', (_, at) => `https://elsewhere.example${at}?page=2`, 1, 'at another address'],
    ['another path', (_, at) => `${at}/other?page=2`, 1, 'at another address'],
    ['another service', () => '/sale/v1/missions?page=2', 1, 'at another address'],
    ['a cursor of no known parameter', () => 'abc', 1, 'where the next page begins'],
    ['itself', (_, at) => `${at}?page=1`, 2, 'answers pages again'],
    ['ever more pages', (page, at) => `${at}?page=${page + 1}`, 20, 'more than 20 pages'],
    ['a page that fails', (_, at) => `${at}?page=500`, 2, 'broken'],
  ])('names %s: a note says what is not read', async (_, next, requests, why) => {
    const { show, asked, server } = await missions(next);
    const { code, stderr } = await show('m99');
    expect([code, stderr]).toEqual([exit.notFound, expect.stringContaining(why)]);
    expect(stderr).toMatch(/Only \d+ rows? of activity list-missions can be read, so what the others say is missing/);
    expect(asked()).toBe(requests);
    expect(server.requests.some(({ path }) => /other|sale/.test(path))).toBe(false);
  });
});
