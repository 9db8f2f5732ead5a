// `tuk api openapi`: the document has every call once; unknown fields are marked open.
import { describe, expect, test } from 'vitest';
import { pathNames } from '../../../src/services/catalogue/define.js';
import { serviceNames } from '../../../src/services/catalogue/index.js';
import { allCalls } from '../../support/catalogue.js';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { name: string; in: string; schema: { enum?: string[] }; 'x-open'?: true }[];
  readonly security: readonly Record<string, string[]>[];
  readonly requestBody?: { content: { 'application/json': { schema: Record<string, unknown> } } };
  readonly responses: Record<string, { content?: Record<string, { schema?: Record<string, unknown> }> }>;
  readonly 'x-effect': string;
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly tags: readonly { name: string }[];
  readonly servers: readonly { url: string }[];
  readonly components: Readonly<Record<'schemas' | 'securitySchemes', Record<string, unknown>>> & {
    readonly parameters: Record<string, { name: string; required: boolean }>;
  };
}
const user = newUser();
async function documentOf(argv = ''): Promise<Document> {
  const { code, stdout, stderr } = await user.run(`api openapi ${argv}`);
  expect([code, stderr]).toEqual([exit.ok, '']); // no request is sent: not even the sandbox is started
  return JSON.parse(stdout);
}
const operations = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) => {
    return Object.entries(methods).map(([method, one]) => ({ path, method, ...one }));
  });

describe('the whole catalogue', () => {
  test('has each call once under its service, with its path values declared', async () => {
    const document = await documentOf();
    expect(document.openapi).toBe('3.1.0');
    const all = operations(document);
    const calls = await allCalls();
    const wanted = calls.map(({ service, method, path }) => `${method} /${service}${path}`).sort();
    expect(all.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort()).toEqual(wanted);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(calls.length);
    expect(document.tags.map(({ name }) => name)).toEqual(serviceNames);
    const inPath = ({ parameters }: Operation) => parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []));
    for (const one of all) expect(inPath(one)).toEqual(pathNames(one.path));
    const shapesOfPaths = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'));
    expect(new Set(shapesOfPaths).size).toBe(shapesOfPaths.length);
  });

  test('describes security, closed enums and open fields of each call', async () => {
    const document = await documentOf();
    const of = (id: string) => operations(document).find(({ operationId }) => operationId === id)!;
    const signed = ['user.getCurrent', 'musubi.listOfferings', 'user.refreshSession', 'user.createWalletV1'];
    const securities = [[{ access: [] }], [], [{ refresh: [] }], [{ basic: [] }]];
    expect(signed.map((id) => of(id).security)).toEqual(securities);
    expect(of('ride-hailing.listRegionCurrencies').parameters[0]!.schema.enum).toContain('KH');
    expect(of('musubi.listOfferings').parameters[0]).toMatchObject({ name: 'open', in: 'query', 'x-open': true });
    expect(of('musubi.listOfferings').responses[200]!.content!['application/json']!.schema!['x-open']).toBe(true);
    expect(of('musubi.createOrder').requestBody!.content['application/json'].schema).toMatchObject({ 'x-open': true });
    expect(of('musubi.createOrder')['x-effect']).toBe('money');
    const invitees = of('user.listInvitees').responses[200]!.content!['application/json']!.schema;
    expect(invitees).toEqual({ $ref: '#/components/schemas/user.Invitees' });
    expect(of('image-factory.createImage').responses[201]!.content).toHaveProperty('application/octet-stream');
  });

  test('every reference resolves, and every component is referenced; none is named by a number', async () => {
    const document = await documentOf();
    const text = JSON.stringify(document);
    const targets = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
    const names = Object.keys(document.components.schemas);
    expect([...targets].sort()).toEqual(names.sort());
    expect(names.filter((name) => /part\d|unnamed|schema\d/i.test(name))).toEqual([]);
    expect(text).not.toContain('"$defs"');
  });
});

test('of some services: only their calls', async () => {
  const document = await documentOf('--service sale,notification --service sale');
  expect(new Set(operations(document).flatMap(({ tags }) => tags))).toEqual(new Set(['sale', 'notification']));
  expect(Object.keys(document.components.securitySchemes)).toEqual(['access']);
});

test('as YAML, filtered, on a terminal, and with wrong arguments', async () => {
  expect((await user.run('api openapi --service clutch -o yaml')).stdout).toMatch(/^openapi: 3\.1\.0\n/);
  const paths = await user.run(['api', 'openapi', '--service', 'clutch', '--jq', '.paths | keys | length']);
  expect(paths.stdout).toBe('2\n');
  const indented = await user.run('api openapi --service clutch', { terminal: true });
  expect(indented.stdout).toMatch(/^\{\n {2}"openapi": "3\.1\.0"/);
  expect((await user.run('api openapi --service clutch -q')).stdout).toBe('');
  expect((await user.run('api openapi --service nowhere')).code).toBe(exit.usage);
});

test('every request has the headers of the platform, and every operation a description', async () => {
  const document = await documentOf('--service sale');
  const parameters = Object.values(document.components.parameters).map(({ name, required }) => `${name} ${required}`);
  expect(parameters).toEqual(['X-Auth-Client-Id true', 'X-Auth-Client-Version true', 'Accept-Language false']);
  for (const operations of Object.values(document.paths))
    for (const { description, parameters } of Object.values(operations)) {
      expect(description).toMatch(/In tuk: `tuk api sale /);
      expect(JSON.stringify(parameters)).toContain('#/components/parameters/ClientVersion');
    }
});

test('the servers are those of the profile; the paths of one service alone have no prefix', async () => {
  await user.run(['profile', 'add', 'there', '--base', 'https://api.example.com/x/{service}']);
  await user.run(['profile', 'add', 'apart', '--base', 'https://{service}.example.com/v']);
  const [server] = (await documentOf('-p there')).servers;
  expect(server).toEqual({ url: 'https://api.example.com/x', description: 'profile there' });
  expect((await user.run('api openapi -p apart')).code).toBe(exit.usage);
  const bare = await documentOf('-p apart --service sale');
  expect(bare.servers[0]!.url).toBe('https://sale.example.com/v');
  expect(bare.paths).toHaveProperty(['/v1/orders/{id}']);
  expect((await documentOf('--service sale')).servers[0]!.url).toBe('http://127.0.0.1:{port}/sale');
});
