// Dependency rules, checked against the imports of the source; and the contents of the files that every start loads, checked against the build.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpointFixture } from './support/catalogue.js';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file));
const isOfTests = (file: string) => /^(sandbox\/)?tests\//.test(file);
const sources = [...filesIn('sandbox'), ...filesIn('src')].filter((file) => !isOfTests(file));
interface Import {
  readonly from: string;
  readonly to: string;
  /** Erased by the compiler. */
  readonly type: boolean;
  readonly dynamic: boolean;
}

/** The source file of a specifier that ends in `.js`. */
const sourceOf = (file: string) =>
  [file.replace(/\.js$/, '.ts'), file.replace(/\.js$/, '.tsx')].find((one) => sources.includes(one)) ?? file;

/** Every import of the source: own files by path, packages by name. */
const imports: Import[] = sources.flatMap((from) => {
  const text = read(from);
  const resolve = (to: string) => (to.startsWith('.') ? sourceOf(path.posix.join(path.posix.dirname(from), to)) : to);
  const fixed = [...text.matchAll(/^(?:import|export) (type )?(?:([^;'"]*?) from )?'([^']+)';/gms)].map(
    ([, type, names = '', to]) => {
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
    },
  );
  const typeQueries = new Set([...text.matchAll(/typeof import\('([^']+)'\)/g)].map(([, to]) => to));
  const dynamic = [...text.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].map(([, to]) => {
    return { from, to: resolve(to!), type: false, dynamic: true };
  });
  const queried = [...typeQueries].map((to) => ({ from, to: resolve(to!), type: true, dynamic: false }));
  return [...fixed, ...dynamic, ...queried];
});
/** An import as a text. */
const arrow = ({ from, to }: Import) => `${from} ${to}`;
const own = imports.filter(({ to }) => /^(src|sandbox)\//.test(to));

/** The layers, lowest first: a file imports from its own layer and from those below it. */
const layers = ['services', 'things', 'session', 'money', 'text', 'cli', 'engine', 'commands', 'groups.ts', 'main.ts'];
const layerOf = (file: string): number => layers.findIndex((layer) => file.startsWith(`src/${layer}`));

test('every layer imports only from the layers below it', () => {
  const found = own.filter(({ from, to }) => layerOf(from) >= 0 && layerOf(to) > layerOf(from));
  expect(found.map(arrow)).toEqual([]);
});

/** The files of each import cycle, types and import() included (Tarjan's strongly connected components). */
function importCycles(): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of own) next.set(from, [...(next.get(from) ?? []), to]);
  const [index, low] = [new Map<string, number>(), new Map<string, number>()];
  const [stack, cycles]: [string[], string[][]] = [[], []];
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
test('no files import each other in a cycle, types and import() included', () => {
  expect(importCycles()).toEqual([]);
});

test('the sandbox imports only services and the values of money; three files open what stands at its top, with import()', () => {
  const below = /^(sandbox|src\/services|src\/money\/values)\//;
  expect(own.filter(({ from, to }) => from.startsWith('sandbox/') && !below.test(to))).toEqual([]);
  const inside = (file: string) => file.startsWith('sandbox/');
  const entering = own.filter(({ from, to, type }) => !type && inside(to) && !inside(from));
  expect(entering.map(({ from, to, dynamic }) => [from, to, dynamic]).sort()).toEqual([
    ['src/cli/command/assumed-fields.ts', 'sandbox/own-fields.ts', true],
    ['src/cli/command/embedded-sandbox.ts', 'sandbox/chains.ts', true],
    ['src/cli/command/embedded-sandbox.ts', 'sandbox/sandbox.ts', true],
    ['src/cli/command/embedded-sandbox.ts', 'sandbox/sandbox.ts', true],
    ['src/cli/command/embedded-sandbox.ts', 'sandbox/transport.ts', true],
    ['src/commands/sandbox/index.ts', 'sandbox/server.ts', true],
  ]);
});

/**
 * The rooms of parts, lowest first; rooms in one list are one floor. What opens a part stands above them, in no room.
 * The core of the sandbox knows no domain; a setting knows no command.
 */
const rooms: Readonly<Record<string, readonly (readonly string[])[]>> = {
  sandbox: [['core'], ['domains', 'chain'], ['faults'], ['service'], ['control']],
  cli: [['settings'], ['files', 'output'], ['command'], ['prompts'], ['print', 'help'], ['lines'], ['run']],
  'ui/state': [['core'], ['watch'], ['boards'], ['forms'], ['palette'], ['queries'], ['keys']],
};
test.each(Object.entries(rooms))('%s has an order, and import() is no way around it', (part, floors) => {
  const folder = part === 'sandbox' ? part : `src/${part}`;
  const floorOf = (file: string) => {
    const room = new RegExp(`^${folder}/([\\w-]+)/`).exec(file)?.[1];
    const floor = floors.findIndex((names) => names.includes(room ?? ''));
    expect(room === undefined || floor >= 0, file).toBe(true);
    return room === undefined ? floors.length : floor;
  };
  const isInside = (file: string) => file.startsWith(`${folder}/`);
  const inside = own.filter(({ from, to }) => isInside(from) && isInside(to));
  expect(inside.length).toBeGreaterThan(100);
  expect(inside.filter(({ from, to }) => floorOf(from) < floorOf(to)).map(arrow)).toEqual([]);
});

test('the vocabulary and the enums import nothing; a catalogue imports only those and the types of its shapes', () => {
  const of = (file: string) => imports.filter(({ from }) => from === file);
  expect(of('src/services/catalogue/define.ts')).toEqual([]);
  expect(of('src/services/catalogue/words.ts')).toEqual([]);
  const catalogues = [...read('src/services/catalogue/index.ts').matchAll(/import\('\.\/([\w-]+)\.js'\)/g)].map(
    ([, name]) => `src/services/catalogue/${name}.ts`,
  );
  expect(catalogues).toHaveLength(new Set(endpointFixture().map(({ service }) => service)).size);
  for (const file of catalogues) {
    const shapes = file.replace('.ts', '.shapes.ts');
    for (const { to, type, dynamic } of of(file)) {
      const fine =
        ['src/services/catalogue/define.ts', 'src/services/catalogue/words.ts'].includes(to) ||
        (to === shapes && (type || dynamic));
      expect(fine, `${file} imports ${to}`).toBe(true);
    }
  }
});

test('view models are plain TypeScript: no node:, no react, no service at run time', () => {
  const violations = imports.filter(
    ({ from, to, type }) =>
      /^src\/ui\/view-models\//.test(from) &&
      !type &&
      /^(node:|react|ink|src\/services\/(?!forms|json-value|command-line|key-forms|catalogue\/statuses))/.test(to),
  );
  expect(violations).toEqual([]);
});

const isDrawing = (to: string) => /^(react|ink)(\/|-|$)/.test(to);
/** The rooms of two parts: each imports only from those that stand here, types and import() too. */
const openRooms: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  money: {
    values: [],
    keys: ['values'],
    ledger: ['values'],
    facts: ['values', 'ledger'],
    policy: ['values', 'ledger', 'facts'],
    verdict: ['values', 'keys', 'ledger', 'facts', 'policy'],
    outcome: ['values', 'ledger', 'facts', 'policy', 'verdict'],
    chain: ['values', 'keys', 'ledger', 'facts', 'policy', 'verdict'],
    evm: ['values', 'keys', 'ledger', 'chain'],
    solana: ['values', 'ledger', 'chain', 'verdict'],
    transfer: ['values', 'ledger', 'facts', 'policy', 'verdict', 'outcome'],
  },
  engine: {
    request: [],
    map: ['request'],
    read: ['request'],
    change: ['request', 'read'],
    watch: ['request', 'read'],
    chain: ['request', 'read', 'change'],
    'sign-in': ['request', 'chain'],
    operations: ['request', 'change', 'watch', 'chain'],
    lines: ['request', 'change', 'chain'],
  },
};
test.each(Object.entries(openRooms))(
  'every file of src/%s is in a room, and the rooms have an order',
  (part, rooms) => {
    const roomOf = (file: string) => new RegExp(`^src/${part}/([\\w-]+)/`).exec(file)?.[1];
    expect(sources.filter((file) => file.startsWith(`src/${part}/`) && !rooms[roomOf(file) ?? ''])).toEqual([]);
    const between = own.flatMap(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room === undefined || other === undefined || room === other ? [] : [{ from, to, arrow: [room, other] }];
    });
    expect(between.filter(({ arrow: [room, other] }) => !rooms[room!]!.includes(other!))).toEqual([]);
    const used = new Set(between.map(({ arrow }) => arrow.join(' ')));
    expect(
      Object.entries(rooms).flatMap(([room, others]) => others.filter((other) => !used.has(`${room} ${other}`))),
    ).toEqual([]);
  },
);

test('no group of commands imports another one: what several need is a room of the engine, a thing, or passed in by the groups', () => {
  const groupOf = (file: string) => /^src\/commands\/([\w-]+)\//.exec(file)?.[1];
  const found = own.filter(({ from, to }) => groupOf(from) && groupOf(to) && groupOf(from) !== groupOf(to));
  expect(found.map(arrow)).toEqual([]);
});

/** Code without its comments. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g, '');
/** The paths in the texts of things: those of several fields, and a single field that names another thing's request. */
function pathsOfThings(): readonly string[] {
  const text = withoutComments(
    sources
      .filter((file) => file.startsWith('src/things/'))
      .map(read)
      .join('\n'),
  );
  const texts = [...text.matchAll(/'([a-zA-Z]+(?:\.[a-zA-Z]+)+|[a-z]+RequestId)'/g)].map(([, path]) => path!);
  // `answer`, `body` and `history` are fields of an operation of the ledger, `here` is added by the program
  return [...new Set(texts)].filter((path) => !/^(answer|body|history|found|here)\./.test(path));
}
/**
 * The paths that code names, however they are spelled. A first field of two words, such as `driverInfo`, is no name of
 * anything else, so it counts alone; one word is common, so the whole path counts.
 */
const pathsNamedIn = (text: string, paths: readonly string[]) => {
  const code = withoutComments(text);
  return paths.filter((path) => {
    const [first, ...rest] = path.split('.');
    const parts = [first, ...rest].map((part) => `['"\`]${part}['"\`]`).join(',\\s*');
    const name = /[a-z][A-Z]/.test(first!)
      ? `\\b${first}\\b`
      : `['"\`]${path.replaceAll('.', '\\.')}(?=['"\`.])|\\[${parts}\\]`;
    return new RegExp(name).test(code);
  });
};
test('only things, the catalogue and the sandbox name a path inside a response of a thing', () => {
  const paths = pathsOfThings();
  expect(paths.length).toBeGreaterThan(40);
  const others = sources.filter((file) => !/^(sandbox|src\/(things|services\/catalogue))\//.test(file));
  expect(others.flatMap((file) => pathsNamedIn(read(file), paths).map((path) => `${file} ${path}`))).toEqual([
    // the session of a sign-in, before it is a thing of a list
    ...['name', 'tokenRefreshableDurationMs'].map((field) => `src/engine/sign-in/sign-in.ts authClient.${field}`),
  ]);
});
test('components and screens import only react, ink, each other, state, formats and view models', () => {
  const drawing = imports.filter(({ from }) => /^src\/ui\/(components|screens)\//.test(from));
  expect(drawing.length).toBeGreaterThan(0);
  const may = ({ from, to }: Import) =>
    isDrawing(to) ||
    /^src\/(text|ui\/(view-models|page-kinds|components))\//.test(to) ||
    (from.startsWith('src/ui/screens/') && to.startsWith('src/ui/screens/')) ||
    to.startsWith('src/ui/state/');
  expect(drawing.filter((one) => !may(one))).toEqual([]);
});

test('only components, screens and their openers import react and ink; only mount and screen render; all are loaded with import()', () => {
  const opening = sources.filter((file) => /^src\/ui\/[\w-]+\.tsx$/.test(file)); // open a screen or a dialogue
  const may = /^src\/ui\/(components|screens)\/|^src\/ui\/[\w-]+\.tsx$/;
  const touching = imports.filter(
    ({ from, to, type }) => !may.test(from) && !type && (isDrawing(to) || /^src\/ui\/(components|screens)\//.test(to)),
  );
  expect(touching).toEqual([]);
  expect(sources.filter((file) => file.endsWith('.tsx') && !may.test(file))).toEqual([]);
  const withInk = new Set(imports.filter(({ to }) => to === 'ink').map(({ from }) => from));
  const rendering = [...withInk].filter((file) => /(?<!override )\brender\(/.test(read(file)));
  expect(rendering).toEqual(['src/ui/mount.tsx', 'src/ui/screen.tsx']);
  const outside = imports.filter(
    ({ from, to, dynamic, type }) => opening.includes(to) && !opening.includes(from) && !dynamic && !type,
  );
  expect(outside).toEqual([]);
  // plain-line prompts must not load Ink
  const eager = imports.filter(
    ({ from, to, dynamic, type }) => from === 'src/ui/mount.tsx' && !dynamic && !type && to !== 'react',
  );
  expect(eager.filter(({ to }) => isDrawing(to) || to.startsWith('src/ui/components/'))).toEqual([]);
});

test('the transport does not depend on sessions or arguments; only it opens connections', () => {
  expect(own.filter(({ from, to }) => from.startsWith('src/services/') && !to.startsWith('src/services/'))).toEqual([]);
  const connecting = imports
    .filter(({ to, type }) => /^node:(https?|net|tls)$/.test(to) && !type)
    .map(({ from }) => from);
  const transport = ['src/services/http/node-transport.ts', 'src/services/http/undici-transport.ts'];
  const listening = ['src/commands/login/index.ts']; // receives the redirect of the browser
  expect(connecting.filter((from) => !from.startsWith('sandbox/') && !transport.includes(from))).toEqual(listening);
});

test('SQLite files are opened with a busy timeout; the lock fails at once instead', () => {
  const found = imports.filter(({ to, type }) => to === '@photostructure/sqlite' && !type).map(({ from }) => from);
  expect(found.sort()).toEqual(['src/services/sqlite-file.ts', 'src/session/lock.ts']);
});

test('only the preferences of the application import conf; they are loaded with import(), by the screens and their command', () => {
  expect(imports.filter(({ to }) => to === 'conf').map(({ from }) => from)).toEqual(['src/ui/preferences.ts']);
  const loading = own.filter(({ to, type }) => to === 'src/ui/preferences.ts' && !type);
  expect(loading.map(({ from, dynamic }) => [from, dynamic]).sort()).toEqual([
    ['src/commands/app/index.ts', true],
    ['src/commands/config/index.ts', true],
  ]);
});

test('only output.ts writes to stdout', () => {
  const writing = sources.filter((file) => /stdout\.write|console\.log|process\.stdout/.test(read(file)));
  expect(writing).toEqual([]);
  expect(read('src/cli/output/print-json.ts')).toContain('writeAll(streams.stdout');
});

test('commands return their results, and cli/print prints them; only what streams prints while it runs', () => {
  const printing = sources.filter(
    (file) => !/^src\/cli\/(output|print)\//.test(file) && /\bout\s*\.(print|render)\w*\(/.test(read(file)),
  );
  expect(printing).toEqual([
    'src/cli/prompts/dry-run.ts',
    'src/commands/batch/batch.ts',
    'src/commands/flow/flow.ts',
    'src/commands/sandbox/index.ts', // the log and the address of a served sandbox
    'src/commands/smoke/reports.ts',
    'src/engine/read/poll.ts',
    'src/engine/watch/watch-lines.ts',
    'src/engine/watch/watch-on-screen.ts',
  ]);
});

test('only command-output.ts writes to stderr, where secrets are redacted', () => {
  const writing = sources.filter((file) => /stderr\.write\b/.test(read(file)));
  expect(writing.filter((file) => !file.startsWith('src/ui/'))).toEqual(['src/cli/command/command-output.ts']);
  const writer = read('src/cli/command/command-output.ts');
  expect(writer.match(/stderr\.write\b/g)).toHaveLength(1);
  expect(writer).toMatch(/this\.#world\.stderr\.write\(\s*this\.redact\.clean\(/);
  // one in draw, which writeLine and log call with an escaped line, one in writeCommand for annotations of a smoke run
  const written = (writer.match(/this\.#write\(.*/g) ?? []).map((call) => call.replaceAll('$', ''));
  expect(written).toEqual([
    'this.#write(isOnCi(this.#world.env) ? withoutCommands(text) : text);',
    'this.#write(`{escapeControls(line)}\\n`);',
  ]);
});

test('a file that draws on a terminal draws texts of ours; every line with a text of others is written as a line', () => {
  const drawing = sources.filter((file) => /\bout\.draw\(/.test(read(file)));
  expect(drawing).toEqual([
    'src/cli/command/sign-of-life.ts', // one line, escaped
    'src/cli/print/progress.ts', // counts
    'src/cli/prompts/confirmation.ts', // a question, which promptLine escapes
    'src/cli/prompts/receipt.ts', // a card of Ink components, which escape
    'src/cli/prompts/recipient.ts', // a question
    'src/engine/chain/dependencies.ts', // a question
    'src/engine/read/announce.ts', // the bell, and a note that escapes its texts itself
  ]);
  const annotating = sources.filter((file) => /\bout\.writeCommand\(/.test(read(file)));
  expect(annotating).toEqual(['src/commands/smoke/reports.ts']);
});

test('no source file ends the process or reads its state: the world is passed in', () => {
  const invalid = sources.filter((file) =>
    /process\.(exit\b|exitCode|env|argv|cwd)/.test(read(file).replace(/^\s*(\/\/|\*).*$/gm, '')),
  );
  expect(invalid.filter((file) => file !== 'src/cli/output/jq.ts')).toEqual([]); // jq's runtime sets the exit code, which is restored
});

test('only services/platform knows a fact about a platform: its name, its devices, its folders', () => {
  const fact = /process\.platform|\bplatform\(\)|win32|darwin|\bWindows_NT\b|\/dev\/|\/proc\/|\/etc\/|\/bin\//;
  const found = sources.filter((file) => fact.test(withoutComments(read(file))));
  expect(found.filter((file) => !file.startsWith('src/services/platform/'))).toEqual([
    'src/cli/output/jq.ts', // a device of the file system inside jq's WebAssembly
  ]);
  // the launcher stands alone: a console of Windows needs the stream of Node
  expect(read('bin/launcher.cjs').match(new RegExp(fact, 'g'))).toEqual(['process.platform', 'win32']);
});

/** The files of dist/ by name (scripts/build.mjs). */
interface Files {
  readonly [file: string]: { readonly inputs: readonly string[] };
}
const builtFiles = () => JSON.parse(read('dist/meta.json')) as Files;

test('the files that every start loads contain no package but Commander, and stay within their budget', () => {
  const { inputs } = builtFiles()['dist/main.cjs']!;
  expect(inputs).toContain('src/main.ts');
  expect(inputs.filter((input) => /node_modules\/(?!commander\/)/.test(input))).toEqual([]);
  expect(inputs.some((input) => input.includes('node_modules/commander/'))).toBe(true);
  const toDo = 'import on use what few lines need; else raise this number, and say why in the commit';
  expect(read('dist/main.cjs').length, toDo).toBeLessThan(135_000);
});

test('every source is in exactly one file of the build; react and ink are only in those of the screens', () => {
  const files = Object.entries(builtFiles());
  const sourcesOf = files.flatMap(([, { inputs }]) => inputs);
  expect(sourcesOf.filter((input, index) => sourcesOf.indexOf(input) !== index)).toEqual([]);
  const holding = files
    .filter(([, { inputs }]) => inputs.some((input) => /node_modules\/(react|ink)[/-]/.test(input)))
    .map(([file]) => file);
  expect(holding.length).toBeGreaterThan(0);
  expect(holding.filter((file) => !/^dist\/(ui|chunks)\//.test(file))).toEqual([]);
});

test('every file of the build can be run from the code cache: it is CommonJS and imports no ES module', () => {
  for (const file of Object.keys(builtFiles())) {
    expect(file).toMatch(/\.cjs$/);
    expect(read(file).includes('import('), file).toBe(false);
  }
});

test('the build has written the code cache of this version of Node', () => {
  const folders = readdirSync(path.join(root, 'dist/code-cache'));
  const caches = folders.flatMap((folder) => readdirSync(path.join(root, 'dist/code-cache', folder)));
  expect(caches).not.toEqual([]);
});

/** The test files, with their text. */
const tests = [...filesIn('tests'), ...filesIn('sandbox/tests')]
  .filter((file) => /\.test\.tsx?$/.test(file) && file !== 'tests/architecture.test.ts') // this one names what it refuses
  .map((file) => ({ file, text: read(file) }));
/** The code of a file without its comments and texts; what a template computes is code. */
const codeOf = (text: string): string =>
  text.replace(
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g,
    (part) => part.match(/^`/) ? (part.match(/\$\{[^}]*\}/g) ?? []).join(';') : "''", // biome-ignore format: one case
  );

test('a test file has the name of its source, or of a behaviour; those of the whole repository stand beside the folders', () => {
  const supports = readdirSync(path.join(import.meta.dirname, 'support'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => `support/${file.replaceAll('\\', '/')}`);
  const names = [...sources.map((file) => file.replace(/^src\//, '')), ...supports];
  const known = new Set(names.flatMap((file) => [file.replace(/\.tsx?$/, ''), path.posix.dirname(file)]));
  const nameOf = (file: string) =>
    file.replace(/^(sandbox\/)?tests\/|(\.proof)?\.test\.tsx?$/g, (_, sandbox = '') => sandbox);
  const found = tests
    .map(({ file }) => nameOf(file))
    .filter((name) => name.includes('/') && !name.startsWith('behaviour/') && !known.has(name));
  expect(found).toEqual([]);
});

test('no test waits for, or reads, the real time', () => {
  const time = /\b(setTimeout|setInterval|Date\.now\(\)|performance\.now\(\)|process\.hrtime)|(?<![.\w])sleep\(/;
  const real = tests.filter(({ text }) => time.test(codeOf(text)) || /'(node:)?timers\/promises'/.test(text));
  expect(real.map(({ file }) => file)).toEqual([]);
});

test('only the proof tier, and a dozen tests of behaviour, start processes and terminals', () => {
  const starting =
    /'[./]+\/support\/(processes|terminal|file-faults|anvil)\.js'|'(node:)?child_process'|'@lydell\/node-pty'/;
  const may = /\.proof\.test\.tsx?$|^tests\/(behaviour\/process|start-up)\.test\.ts$/;
  const found = tests.filter(({ file, text }) => starting.test(text) && !may.test(file));
  expect(found.map(({ file }) => file)).toEqual([]);
});

test('a property states its number of runs with runs(), which the tier bounds', () => {
  const found = tests.filter(({ text }) => /\bnumRuns: *(?!1\b)\d/.test(codeOf(text))).map(({ file }) => file);
  expect(found).toEqual([]);
});

test('only services/decode knows the names of envelopes and pages; names of secrets have words of their own', () => {
  const names =
    /\b(totalElements|totalCount|hasNext\w*|next_?cursor|pageInfo|_embedded|errMsg|errorMessage|returnCode|resultCode)\b|\b(data|results?)\\?\??\|(\w+\\?\??\|)*(items?|list|rows|payload)\b|'(data|result|payload)', '(data|result|items|list|rows|payload)'/i;
  const elsewhere = sources
    .filter((file) => !/^(sandbox|src\/(services\/(decode|catalogue)|things))\//.test(file))
    .filter((file) => names.test(withoutComments(read(file))));
  expect(elsewhere).toEqual(['src/engine/request/secret-names.ts']);
});

test('no code decides by a text for people: what an action opens, what a line is about, what failed are fields', () => {
  const text = '(?:message|label|title|summary|heading|hint|sentence)';
  const reading = new RegExp(
    `\\b${text}\\)?[?!]?\\.(?:replace\\((?!/\\\\\\.\\$/|/\\\\s)|(?:startsWith|endsWith|includes|match|split)\\()|\\.(?:test|exec)\\((?:\\w+\\.)*${text}\\)|'…'\\)|(?<!typeof (?:\\w+\\.)?)\\b${text} [!=]== '(?!')`,
  );
  // texts that a person types, words of other programs, where a sentence ends, a command that is not printed twice
  const typed = /(import\/.*|recognisers|edited-body|sign-message|ens|sign-in-message|links|explain\/index)\.ts$/;
  const foreign =
    /(cli\/command\/arguments|filter|doctor\/index|flow\/flow|map-file|transport-errors|sqlite-file|write-remedy)\.ts$/;
  const joined = /(cli\/(run\/edit|print\/errors)|confirmation|mcp\/tools|grid|view-models\/failure)\.ts$/;
  const found = sources.filter((file) => !/^(sandbox|src\/services\/decode)\//.test(file));
  const others = found.filter((file) => ![typed, foreign, joined].some((one) => one.test(file)));
  expect(others.filter((file) => reading.test(withoutComments(read(file))))).toEqual([]);
});

test('that nothing was sent is a fact of a failure: the words stand where failures are printed', () => {
  const words = /nothing was (sent|signed)|it was not (sent|signed)\b/i;
  const found = sources.filter((file) => !file.startsWith('sandbox/') && words.test(withoutComments(read(file))));
  // what a code or an outcome means, the result of a line that is repeated, an outcome that is unknown, an empty history
  const others =
    /(-codes|explain\/operation|store\/buy|wallet\/allowance|history|operations\/reader|earlier-response|sign-in-message|transfer|http\/errors)\.ts$/;
  expect(found.filter((file) => !others.test(file))).toEqual(['src/cli/print/errors.ts']);
});

/** What waits or loops beside `rounds`: files without `src/`, by the reason. */
const ownWaits: Readonly<Record<string, string>> = {
  'the one loop, and the sign of life': 'services/http/rounds services/http/deadline cli/command/sign-of-life',
  'tries of a request within the deadline': 'services/http/retry commands/find/search',
  'turns of requests': 'commands/smoke/pace commands/app/throttle commands/app/index',
  'pulls from rounds until their last state': 'engine/watch/watch engine/watch/watch-on-screen ui/watch-flow',
  'pages and blocks to an end':
    'engine/request/whole-list commands/wallet/node-history money/evm/chain-state money/ledger/copy money/ledger/records',
  'a list of work, an input': 'services/concurrently commands/smoke/run cli/files/input-file',
  'asks a person again':
    'cli/prompts/wizard cli/run/steps commands/learn/learn commands/ride/rider commands/store/index commands/swap/swap-offer',
  'the limit of a request, of a tool': 'services/http/time-limit commands/mcp/server',
  'listens to the stop signal late, or frees connections':
    'services/http/node-transport services/http/undici-transport cli/output/output',
  'processes and terminals of others': 'cli/files/open-address ui/foreground',
  'renews what it has claimed in a shared ledger': 'money/ledger/postgres',
  'frames, keys and lines of screens':
    'ui/application ui/key-line ui/keys ui/queries ui/screen ui/screen-reader/application ui/screen-reader/session',
};

test('what repeats is a loop over rounds, what waits takes the deadline: no other file loops over an await, sleeps or sets a timer', () => {
  const timer = /\bset(Timeout|Interval)\(|'node:timers\/promises'|(?<![.\w]|function )sleep\(/;
  /** A loop with a condition, by its indentation; `for … of` ends with what is at hand, or with a loop of its own. */
  const loop = /^( *)(?:while \(|do \{|for \((?:let\b|;)).*(?:\n(?:\1 .*|\1\).*)?)*/gm;
  const found = sources.filter((file) => {
    if (/^(sandbox\/|src\/commands\/smoke\/k6)/.test(file)) return false;
    const code = withoutComments(read(file));
    return timer.test(code) || (code.match(loop) ?? []).some((text) => /\bawait\b/.test(text));
  });
  const listed = Object.values(ownWaits).flatMap((files) => files.split(' '));
  expect(found.map((file) => file.replace(/^src\/|\.tsx?$/g, '')).sort()).toEqual(listed.sort());
});
