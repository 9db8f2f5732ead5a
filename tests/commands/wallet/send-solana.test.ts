// `tuk wallet send` on Solana, on real programs: what is sent, told, refused, and recorded.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { solanaKey, solanaProfile } from '../../support/solana.js';

test('SOL arrives exactly, and the receipt, the output and the ledger say so', async () => {
  const bench = await solanaProfile();
  const { address: to } = solanaKey();
  bench.node.blocksPerLook = 1;
  const result = await bench.run(bench.sending('SOL', '1.5', to));
  expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringContaining('You send')]);
  console.log(result.stdout, result.stderr);
  expect(bench.node.lamports(to)).toBe(1_500_000_000n);
});
