// Who may lean on what, held against the imports of the source; and what every start reaches, held against the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file));
interface Import {
  readonly from: string;
  readonly to: string;
  /** Erased by the compiler. */
  readonly type: boolean;
  readonly dynamic: boolean;
}

/** The source that a specifier ending in `.js` means. */
const sourceOf = (file: string) =>
  [file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.tsx')].find((one) => sources.includes(one)) ?? file;

/** Every import of the source: of its own files by their path, of packages by their name. */
const imports: Import[] = sources.flatMap((from) => {
  const text = read(from);
  const resolve = (to: string) => (to.startsWith('.') ? sourceOf(path.posix.join(path.posix.dirname(from), to)) : to);
  const fixed = [...text.matchAll(/^(?:import|export) (type )?(?:([^;'"]*?) from )?'([^']+)';/gms)].map(([, type, names = '', to]) => {
    const inBraces = /^\{([^}]*)\}$/s
      .exec(names.trim())?.[1]
      ?.split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    return {
      from,
      to: resolve(to!),
      type: type !== undefined || (inBraces?.every((name) => name.startsWith('type ')) ?? false),
      dynamic: false,
    };
  });
  const typeQueries = new Set([...text.matchAll(/typeof import\('([^']+)'\)/g)].map(([, to]) => to));
  const dynamic = [...text.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].map(([, to]) => ({
    from,
    to: resolve(to!),
    type: false,
    dynamic: true,
  }));
  return [...fixed, ...dynamic, ...[...typeQueries].map((to) => ({ from, to: resolve(to!), type: true, dynamic: false }))];
});
const own = imports.filter(({ to }) => to.startsWith('src/'));

/** The layers, lowest first: a file imports from its own layer and from those below it. */
const layers = ['services', 'session', 'money', 'ui/format', 'cli', 'engine', 'commands', 'groups.ts', 'main.ts'];
const layerOf = (file: string): number => layers.findIndex((layer) => file.startsWith(`src/${layer}`));
/** Upward imports that are still there; each is removed with the restructuring of its module, and no other is added. */
const upward = [
  'src/cli/arguments.ts src/groups.ts',
  'src/cli/help-topics.ts src/groups.ts',
  'src/cli/help.ts src/groups.ts',
  'src/cli/program.ts src/commands/app/index.ts',
  'src/cli/program.ts src/groups.ts',
  'src/cli/run-command.ts src/groups.ts',
  'src/commands/app/answers.ts src/groups.ts',
  'src/commands/completion/levels.ts src/groups.ts',
  'src/engine/watch.ts src/commands/app/on-screen.ts',
  'src/money/policy/evaluate.ts src/cli/context.ts',
  'src/money/policy/extract.ts src/cli/context.ts',
  'src/money/policy/extract.ts src/engine/read-command.ts',
  'src/money/policy/limits.ts src/cli/context.ts',
  'src/money/policy/pricing.ts src/cli/context.ts',
  'src/money/policy/pricing.ts src/commands/wallet/price.ts',
  'src/money/policy/pricing.ts src/engine/read-command.ts',
  'src/money/policy/pricing.ts src/ui/format/columns.ts',
  'src/money/policy/response.ts src/cli/context.ts',
  'src/money/policy/response.ts src/cli/next-command.ts',
  'src/money/policy/token-contracts.ts src/cli/context.ts',
  'src/money/recovery.ts src/cli/context.ts',
  'src/money/recovery.ts src/cli/next-command.ts',
  'src/money/recovery.ts src/ui/format/command-line.ts',
  'src/money/reference-binding.ts src/cli/context.ts',
  'src/money/reference-binding.ts src/engine/read-command.ts',
  'src/money/transfer.ts src/cli/context.ts',
  'src/money/transfer.ts src/cli/next-command.ts',
  'src/money/transfer.ts src/cli/prompts/confirmation.ts',
  'src/money/transfer.ts src/cli/prompts/receipt.ts',
  'src/money/transfer.ts src/cli/prompts/recipient.ts',
];

test('every layer imports from the layers below it only', () => {
  const found = own.filter(({ from, to }) => layerOf(from) >= 0 && layerOf(to) > layerOf(from)).map(({ from, to }) => `${from} ${to}`);
  expect([...new Set(found)].sort()).toEqual(upward);
});

/** The files of each import cycle, types included (Tarjan's strongly connected components). */
function importCycles(): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, dynamic } of own) if (!dynamic) next.set(from, [...(next.get(from) ?? []), to]);
  const [index, low, stack, cycles] = [new Map<string, number>(), new Map<string, number>(), [] as string[], [] as string[][]];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    for (const to of next.get(file) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const cycle = stack.splice(stack.indexOf(file));
    if (cycle.length > 1) cycles.push(cycle.sort());
  };
  for (const file of sources) if (!index.has(file)) visit(file);
  return cycles;
}
/** Cycles that are still there, by the first of their files and how many there are; none is added and none grows. */
const knownCycles: Readonly<Record<string, number>> = {
  'src/cli/command.ts': 18,
  'src/engine/base-units.ts': 2,
  'src/sandbox/chain/history-notes.ts': 2,
  'src/sandbox/chain/transfer-seeds.ts': 2,
  'src/sandbox/core/dispatch.ts': 5,
  'src/sandbox/domains/assets/lease-seeds.ts': 11,
  'src/sandbox/domains/assets/offering-seeds.ts': 2,
  'src/sandbox/domains/balances/deposits.ts': 3,
  'src/sandbox/domains/games/game.ts': 2,
  'src/sandbox/domains/missions/banner-seeds.ts': 2,
  'src/sandbox/domains/missions/group-seeds.ts': 2,
  'src/sandbox/domains/missions/mission.ts': 2,
  'src/sandbox/domains/store/item-seeds.ts': 2,
  'src/sandbox/domains/store/order-seeds.ts': 2,
  'src/sandbox/domains/store/product-seeds.ts': 2,
  'src/session/keyring.ts': 2,
  'src/ui/models/acts.ts': 24,
};

test('no import cycle is new, and none grows', () => {
  const found = importCycles();
  expect(Object.fromEntries(found.map((cycle) => [cycle[0], cycle.length]))).toEqual(knownCycles);
});

test('the sandbox imports the services and the amounts, addresses and chains of money; it is loaded by import() alone, from two files', () => {
  const below = /^src\/(services\/|money\/(amount|address|chains|decimal)\.ts|sandbox\/)/;
  expect(own.filter(({ from, to }) => from.startsWith('src/sandbox/') && !below.test(to))).toEqual([]);
  const entering = own.filter(({ from, to }) => to.startsWith('src/sandbox/') && !from.startsWith('src/sandbox/'));
  expect(entering.map(({ from, to, dynamic }) => [from, to, dynamic])).toEqual([
    ['src/cli/embedded-sandbox.ts', 'src/sandbox/core/server.ts', true],
    ['src/commands/sandbox/index.ts', 'src/sandbox/core/server.ts', true],
  ]);
});

test('the vocabulary and the words import nothing; a catalogue imports only those and the type of its shapes', () => {
  const of = (file: string) => imports.filter(({ from }) => from === file);
  expect(of('src/services/catalogue/define.ts')).toEqual([]);
  expect(of('src/services/catalogue/words.ts')).toEqual([]);
  const catalogues = [...read('src/services/catalogue/index.ts').matchAll(/import\('\.\/([\w-]+)\.js'\)/g)].map(
    ([, name]) => `src/services/catalogue/${name}.ts`,
  );
  expect(catalogues).toHaveLength(15);
  for (const file of catalogues) {
    const shapes = file.replace('.ts', '.shapes.ts');
    for (const { to, type, dynamic } of of(file)) {
      const fine =
        ['src/services/catalogue/define.ts', 'src/services/catalogue/words.ts'].includes(to) || (to === shapes && (type || dynamic));
      expect(fine, `${file} imports ${to}`).toBe(true);
    }
  }
});

test('what is presented or modelled is plain TypeScript: no node:, no react, no service at run time', () => {
  const wrong = imports.filter(
    ({ from, to, type }) =>
      /^src\/ui\/(present|models)\//.test(from) && !type && /^(node:|react|ink|src\/services\/(?!json-value|catalogue\/statuses))/.test(to),
  );
  expect(wrong).toEqual([]);
});

const isDrawing = (to: string) => /^(react|ink)(\/|-|$)/.test(to);
test('parts and screens only draw: react, ink, each other, types of models, and what is presented', () => {
  const drawing = imports.filter(({ from }) => /^src\/ui\/(parts|screens)\//.test(from));
  expect(drawing.length).toBeGreaterThan(0);
  const may = ({ from, to, type }: Import) =>
    isDrawing(to) ||
    /^src\/ui\/(format|present|parts)\//.test(to) ||
    (from.startsWith('src/ui/screens/') && to.startsWith('src/ui/screens/')) ||
    (type && to.startsWith('src/ui/models/'));
  expect(drawing.filter((one) => !may(one))).toEqual([]);
});

test('nothing but parts, screens and what opens them touches react and ink; mount and screen render; they are reached by import() alone', () => {
  const opening = sources.filter((file) => /^src\/ui\/[\w-]+\.tsx$/.test(file)); // what opens a screen or a dialogue
  const may = /^src\/ui\/(parts|screens)\/|^src\/ui\/[\w-]+\.tsx$/;
  const touching = imports.filter(({ from, to }) => !may.test(from) && (isDrawing(to) || /^src\/ui\/(parts|screens)\//.test(to)));
  expect(touching).toEqual([]);
  expect(sources.filter((file) => file.endsWith('.tsx') && !may.test(file))).toEqual([]);
  const withInk = new Set(imports.filter(({ to }) => to === 'ink').map(({ from }) => from));
  expect([...withInk].filter((file) => /(?<!override )\brender\(/.test(read(file)))).toEqual(['src/ui/mount.tsx', 'src/ui/screen.tsx']);
  const outside = imports.filter(({ from, to, dynamic, type }) => opening.includes(to) && !opening.includes(from) && !dynamic && !type);
  expect(outside).toEqual([]);
  // what asks for plain lines must not pay for Ink
  const eager = imports.filter(({ from, to, dynamic, type }) => from === 'src/ui/mount.tsx' && !dynamic && !type && to !== 'react');
  expect(eager.filter(({ to }) => isDrawing(to) || to.startsWith('src/ui/parts/'))).toEqual([]);
});

test('the transport knows nothing of who is signed in or what was typed; only it opens connections', () => {
  expect(own.filter(({ from, to }) => from.startsWith('src/services/') && !to.startsWith('src/services/'))).toEqual([]);
  const connecting = imports.filter(({ to, type }) => /^node:(https?|net|tls)$/.test(to) && !type).map(({ from }) => from);
  const listening = ['src/commands/login/browser.ts']; // where a browser comes back to
  expect(connecting.filter((from) => !from.startsWith('src/sandbox/') && from !== 'src/services/http/node-transport.ts')).toEqual(
    listening,
  );
});

test('only output.ts writes to stdout', () => {
  const writing = sources.filter((file) => /stdout\.write|console\.log|process\.stdout/.test(read(file)));
  expect(writing).toEqual([]);
  expect(read('src/cli/output/output.ts')).toContain('writeAll(streams.stdout');
});

test('what leaves by stderr leaves by context.ts, where secrets are taken out of it', () => {
  const writing = sources.filter((file) => /stderr\.write/.test(read(file)));
  expect(writing.filter((file) => !file.startsWith('src/ui/'))).toEqual(['src/cli/context.ts', 'src/cli/output/output.ts']);
  expect(read('src/cli/context.ts').match(/stderr\.write/g)).toHaveLength(1);
  expect(read('src/cli/context.ts')).toContain('this.world.stderr.write(this.redact.clean(text))');
});

test('nothing of the source ends the process or reads its state: the world is passed in', () => {
  const wrong = sources.filter((file) => /process\.(exit\b|exitCode|env|argv|cwd)/.test(read(file).replace(/^\s*(\/\/|\*).*$/gm, '')));
  expect(wrong.filter((file) => file !== 'src/cli/output/jq.ts')).toEqual([]); // jq's own runtime sets the exit code, and that is put back
});

interface Meta {
  /** The outputs that became CommonJS. */
  readonly common: readonly string[];
  readonly outputs: Record<
    string,
    { bytes: number; imports: { path: string; kind: string; external?: boolean }[]; inputs: Record<string, { bytesInOutput: number }> }
  >;
  readonly packs: Record<string, string>;
}
test('what every start reaches holds none of the heavy packages and weighs at most 130 kB', () => {
  const { outputs, packs } = JSON.parse(read('dist/meta.json')) as Meta;
  const inPack = (pack: string) => Object.keys(packs).filter((file) => packs[file] === pack);
  const files = inPack('dist/main.cjs');
  expect(files.length).toBeGreaterThan(0);
  const packages = new Set(
    files
      .flatMap((file) => Object.keys(outputs[file]!.inputs))
      .flatMap((input) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
  );
  expect([...packages]).toEqual([]);
  expect(read('dist/main.cjs').length).toBeLessThan(130_000);
});

test('no CommonJS of the build holds react or ink', () => {
  const { outputs, common } = JSON.parse(read('dist/meta.json')) as Meta;
  const holding = Object.keys(outputs).filter((file) =>
    Object.keys(outputs[file]!.inputs).some((input) => /node_modules\/(react|ink)[/-]/.test(input)),
  );
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.filter((file) => common.includes(file))).toEqual([]);
  for (const file of holding) expect(existsSync(path.join(root, file)), file).toBe(true);
});
