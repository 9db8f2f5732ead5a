// The process in which keys are used, as a real one: what of a key is in the memory of the program, and when it ends.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { HDNodeWallet } from 'ethers';
import { describe, expect, test } from 'vitest';
import { chainProfile, friend } from '../../support/chain.js';
import { afterFile } from '../../support/cleanup.js';
import { ends, exit } from '../../support/exit.js';
import { fifo } from '../../support/fifo.js';
import { until } from '../../support/limit.js';
import { type Running, tukProcess } from '../../support/processes.js';
import { newHome } from '../../support/tuk.js';

const phrase = 'test test test test test test test test test test test junk';
const digits = HDNodeWallet.fromPhrase(phrase).privateKey.slice(2);
const send = (...more: string[]) =>
  `wallet send --network BSC --token BNB --to ${friend} --amount 0.01 --new-recipient --yes --interval 1s`
    .split(' ')
    .concat(more);

/** How often each of some bytes is in the memory of a process that can be written (proc(5)). */
function countInMemory(pid: number, wanted: Readonly<Record<string, Buffer>>): Record<string, number> {
  const counts = Object.fromEntries(Object.keys(wanted).map((name) => [name, 0]));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const [, from = '', to = ''] of readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(
      /^([0-9a-f]+)-([0-9a-f]+) rw/gm,
    )) {
      const [start, end] = [BigInt(`0x${from}`), BigInt(`0x${to}`)];
      if (end - start > 2n ** 28n) continue;
      const bytes = Buffer.alloc(Number(end - start));
      try {
        readSync(memory, bytes, 0, bytes.length, start);
      } catch {
        continue; // such as a guard page
      }
      for (const [name, part] of Object.entries(wanted))
        for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1)) counts[name]! += 1;
    }
  } finally {
    closeSync(memory);
  }
  return counts;
}
const ofTheKey = {
  ...{ hex: Buffer.from(digits), hexInUtf16: Buffer.from(digits, 'utf16le'), bytes: Buffer.from(digits, 'hex') },
  ...{ reversed: Buffer.from(digits, 'hex').reverse(), phrase: Buffer.from(phrase.slice(-24)) },
  phraseInUtf16: Buffer.from(phrase.slice(-24), 'utf16le'),
};
const children = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
const argumentsOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
/** The process of the key of a program, once it has started. */
async function keyProcessOf({ child: { pid } }: Running): Promise<number> {
  await until(() => children(pid!).some((child) => argumentsOf(child).includes('--key-process')));
  return children(pid!)[0]!;
}
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  test.each([
    ['a phrase', phrase],
    ['hex', digits],
  ])(
    'after a signature with %s the memory of the program has no part of the key, and its process has ended',
    async (_, text) => {
      const user = await chainProfile();
      writeFileSync(user.keyFile, text);
      const running = tukProcess(send('--key-file', 'phrase.txt', '--confirmations', '99'), { home: user.home });
      await running.prints(/In the ledger as/, 'stderr');
      const { pid } = running.child;
      await until(() => children(pid!).length === 0);
      const shown = { address: Buffer.from('f39Fd6e51aad88F6F4ce6aB8827279cffFb92266') };
      const { address, ...secrets } = countInMemory(pid!, { ...ofTheKey, ...shown });
      expect(address).toBeGreaterThan(0); // the search finds an existing text
      expect(secrets).toEqual(Object.fromEntries(Object.keys(ofTheKey).map((name) => [name, 0])));
      expect(user.broadcasts()).toHaveLength(1);
    },
  );

  /** A program that waits for its key on a pipe without a writer, and the process that reads it. */
  async function awaitingKey() {
    const home = newHome();
    fifo(path.join(home, 'pipe'));
    const running = tukProcess(['login', 'web3', '--key-file', 'pipe'], { home });
    const writer = await open(path.join(home, 'pipe'), 'w'); // once the other end is open
    afterFile(() => writer.close());
    return { running, process: await keyProcessOf(running), home };
  }

  test('its arguments and variables have nothing of the key or its file', async () => {
    const { running, process } = await awaitingKey();
    expect(argumentsOf(process).slice(1)).toEqual([expect.stringMatching(/bin\/launcher\.cjs$/), '--key-process', '']);
    expect(readFileSync(`/proc/${process}/environ`, 'utf8')).not.toContain('pipe');
    expect(readdirSync(`/proc/${process}/fd`).length).toBeGreaterThan(3);
    expect(children(running.child.pid!)).toEqual([process]); // the one that was started while the program loaded
    running.kill();
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the program and the process', async (signal) => {
    const { running, process } = await awaitingKey();
    running.kill(signal);
    expect((await running.done).code).toBe(signal === 'SIGINT' ? exit.interrupted : exit.terminated);
    await until(() => !isRunning(process));
  });

  test('it ends if the program is killed', async () => {
    const { running, process } = await awaitingKey();
    running.kill('SIGKILL');
    await until(() => !isRunning(process));
  });

  test('if it is killed, one sentence says that nothing was signed', async () => {
    const { running, process: pid } = await awaitingKey();
    process.kill(pid, 'SIGKILL');
    const { code, stdout, stderr } = await running.done;
    expect([code, stdout]).toEqual([exit.local, '']);
    expect(stderr).toBe(
      '✗ The process that uses the key has ended or did not start. Nothing was sent. (KEY_PROCESS_ENDED)\n  Run it again.\n',
    );
  });
});

test('a key is read from standard input by the process itself, and --key-process by hand is no option', async () => {
  const user = await chainProfile();
  const { code, stdout } = await tukProcess(send('--key-file', '-', '--confirmations', '0', '--json'), {
    home: user.home,
    stdin: phrase,
  }).done;
  expect([code, JSON.parse(stdout).from]).toEqual([exit.ok, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']);
  const byHand = await tukProcess(['--key-process'], {
    home: user.home,
    stdin: '{"key":0,"do":"open","source":{"from":"random"}}\n',
  }).done;
  expect(byHand).toMatchObject(ends(exit.usage, 'There is no option', ''));
});
