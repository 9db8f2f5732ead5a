// The pictures in docs/pictures are what the application shows: `npm run pictures` draws them.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { run } from '../src/main.js';
import { exit } from './support/exit.js';
import { inTime, until } from './support/limit.js';
import { drawnCells, movingSvg, type Scene, svgOf } from './support/picture.js';
import { emulator } from './support/screen.js';
import { collector } from './support/streams.js';
import { keys } from './support/terminal.js';
import { now } from './support/time.js';
import { argvOf, newUser } from './support/tuk.js';

const zone = process.env.TZ;
process.env.TZ = 'UTC';
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** The application in an emulated terminal, on a clock that stands still: the same keys always show the same screen. */
function application(home: string, columns: number, rows: number) {
  const { screen, stdin, output, shown } = emulator({ columns, rows });
  const world = {
    ...{ stdin, stdout: output(), stderr: collector({ isTTY: true }), home, cwd: home, version: '0.0.0-test' },
    env: { TUK_HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color', COLORTERM: 'truecolor', COLORFGBG: '15;0' },
    clock: { now: () => now },
  };
  const ended = run([], world as never);
  return {
    screen,
    press: (typed: string) => stdin.write(typed),
    until: (pattern: RegExp) =>
      inTime(
        until(() => pattern.test(shown.text())),
        () => `${pattern} in\n${shown.text()}`,
      ),
    async quit(): Promise<void> {
      stdin.write('\x03');
      stdin.write('\x03');
      expect(await ended).toBe(130);
    },
  };
}

interface Picture {
  readonly size?: readonly [columns: number, rows: number];
  /** Commands to run before. */
  readonly before?: readonly string[];
}
/** Every pane of Home has its data. */
const loaded =
  /^(?![\s\S]*Not everything is read yet)(?=[\s\S]*UNDER WAY)(?=[\s\S]*Amount +\d)(?=[\s\S]*MVL +\d)(?=[\s\S]*low(est)? \d)(?=[\s\S]*Ride voucher)(?=[\s\S]*(NEEDS YOU ─+ none|to claim|WAITPAY))(?=[\s\S]*T1 0001)(?=[\s\S]*Today.s missions)/;
const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
const palette = [':', /COMMANDS +\d/] as const;
const assets = ['1', /12 rows/] as const;
const watched =
  'watch ride:5aee8d95-b51f-4705-8412-5e9964c312ab order:02c35b85-7386-41ba-b6d5-b0e89fdd13d1 withdrawal:ad7195ab-88e1-4b4e-b98c-fe0463161fb0\r';
const cancelled = ["sandbox scenario 'ride: driver cancels'", ride, 'sandbox advance 2m'];
/** Name, title, what is not as usual, and, after Home, keys with what is seen after them. */
const pictures: readonly [
  name: string,
  title: string,
  Picture,
  ...steps: (readonly [keys: string, shows: RegExp])[],
][] = [
  ['home', 'Home', { before: [ride] }],
  ['home-large', 'Home in a terminal of 160 columns', { size: [160, 44], before: [ride] }],
  [
    'transfer',
    'A transfer in a dialog over its screen',
    { size: [120, 36] },
    ['5', /Missions/],
    [':points transfer --to dara --amount 5\r', /Type it to go on: ▏/],
  ],
  ['offerings', 'Offerings with a preview', {}, ['1', /Phnom Penh Tuk-tuks I[\s\S]*Kind +TUKTUK/]],
  ['offerings-80', 'Offerings in 80 columns', { size: [80, 24] }, ['1', /selected[\s\S]*\bid\b/]],
  [
    'filter',
    'A filter with two terms',
    {},
    assets,
    ['/', /\/▏/],
    ['status=open !singapore', /3 of 12[\s\S]*!singapore▏/],
  ],
  ['rides', 'A ride under way', { before: [ride] }, ['2', /Ride › Requests[\s\S]*FROM[\s\S]*Royal Palace/]],
  [
    'watch',
    'A ride, an order and a withdrawal watched side by side',
    { size: [170, 40], before: [ride] },
    palette,
    [watched, /^(?=[\s\S]*WAITPAY)(?=[\s\S]*DRAFT)(?=[\s\S]*COMPLETED)/],
    ['w', /paused[\s\S]*Paused: r reloads/],
  ],
  ['balances', 'Balances of a wallet', {}, ['3', /\d\d rows[\s\S]*Kind|\d\d rows[\s\S]*Name/]],
  [
    'prices',
    'The price of MVL',
    {},
    palette,
    ['wallet price-history', /: wallet price-history/],
    [keys.enter, /Wallet › Prices?[\s\S]*[⠁-⣿]/],
  ],
  [
    'case',
    'The case of a ride that the driver cancelled',
    { size: [120, 36], before: cancelled },
    palette,
    ['find 5aee8d95-b51f-4705-8412-5e9964c312ab', /▸ find/],
    [keys.enter, /with its id says whether[\s\S]*TREE/],
  ],
  ['palette', 'The command palette', {}, palette, ['ride re', /: ride re▏[\s\S]*▸ ride/]],
  ['keys', 'The keys of a screen', {}, assets, ['?', /Keys of Assets/]],
  ['json', 'The JSON of a row', {}, assets, ['J', /"id"/]],
  ['store', 'The store', {}, ['6', /STATUS|NAME/]],
  ['notifications', 'Notifications', {}, ['9', /TITLE/]],
];

test.each(pictures)('the picture %s is current', async (name, title, { size = [120, 32], before = [] }, ...steps) => {
  const user = newUser();
  for (const line of ['login', ...before]) expect((await user.run(argvOf(line), { now })).code).toBe(exit.ok);
  const { screen, press, until, quit } = application(user.home, ...size);
  for (const [typed, shows] of [['', loaded] as const, ...steps]) {
    press(typed);
    await until(shows);
  }
  await until(/● now/);
  const svg = svgOf(screen, title);
  press(keys.esc);
  await quit();
  await expect(svg).toMatchFileSnapshot(`../docs/pictures/${name}.svg`);
});

/** The scenes of the moving picture: keys, what is seen after them, and how long it is shown, seconds; 0 for a step between two scenes. */
const scenes: readonly (readonly [keys: string, shows: RegExp, seconds: number])[] = [
  ['', /Look around the sandbox/, 2.5],
  [keys.enter, loaded, 4],
  [':', /COMMANDS +\d/, 0],
  ['ride request', /▸ ride request/, 1.5],
  [keys.enter, /1 From +▏[\s\S]*Merlion Park/, 1.5],
  ['royal pal', /▸ Royal Palace/, 1.5],
  [keys.enter, /2 To +▏[\s\S]*Merlion Park/, 0],
  ['central mark', /▸ Central Market/, 1.5],
  [keys.enter, /▸ Standard +[\d,]+ KHR/, 4],
  [keys.enter, /▸ POINT[\s\S]*You have/, 3],
  [keys.enter, /▸ +Go on…/, 1],
  [keys.enter, /Type yes to go on: ▏/, 5],
  ['yes', /Type yes to go on: yes▏/, 1],
  [keys.enter, /Enter goes back/, 2],
  [keys.enter, /step 1\/10/, 0],
  ['w', / paused ─/, 2], // the time of the next request is not the same each time
  ['T', /Sandbox clock/, 2.5],
  [keys.enter, /✓ Sandbox clock: 06:01/, 0],
  ['w', /N ↑/, 0],
  ['w', / paused ─/, 5],
  [':', /COMMANDS +\d/, 0],
  ['find 5aee8d95-b51f-4705-8412-5e9964c312ab', /▸ find/, 0],
  [keys.enter, /TIME LINE[\s\S]*TREE/, 6],
  ['1', /Phnom Penh Tuk-tuks I[\s\S]*Kind +TUKTUK/, 3],
  [':', /COMMANDS +\d/, 0],
  ['wallet price-history', /: wallet price-history/, 0],
  [keys.enter, /Wallet › Prices?[\s\S]*[⠁-⣿]/, 0],
  ['hhhh', /▸ \d+ \w+/, 3],
  [':', /COMMANDS +\d/, 0],
  ['points transfer --to dara --amount 5', /--amount 5▏/, 2],
  [keys.enter, /Type it to go on: ▏/, 5],
];
test('the scenes of the moving picture can be played, and it has all of them', async () => {
  const user = newUser();
  const { screen, press, until, quit } = application(user.home, 120, 32);
  const drawn: Scene[] = [];
  for (const [typed, shows, seconds] of scenes) {
    press(typed);
    await until(shows);
    if (seconds > 0) drawn.push({ cells: drawnCells(screen), seconds });
  }
  press(keys.esc);
  await quit();
  // A frame between two responses differs from run to run: only `npm run pictures` draws the file.
  const file = '../docs/pictures/demo.svg';
  const svg = movingSvg(screen, 'A minute of the application on the sandbox', drawn);
  if (process.env.npm_lifecycle_event === 'pictures') await expect(svg).toMatchFileSnapshot(file);
  const scenesIn = (text: string) => /@keyframes g0\{(.*?\})\}/.exec(text)?.[1]?.split('}').filter(Boolean).length;
  expect(scenesIn(readFileSync(new URL(file, import.meta.url), 'utf8'))).toBe(drawn.length);
  expect(scenesIn(svg)).toBe(drawn.length);
});
