// Protects the check of a contract's signature: a contract that runs on a real chain accepts what its owner has signed, and nothing else.
import { describe, expect, test } from 'vitest';
import { acceptsSignature } from '../../../src/money/evm/contract-signature.js';
import { Rpc } from '../../../src/money/evm/rpc.js';
import { anvilProblem, deploy, startAnvil } from '../../support/anvil.js';

describe.skipIf(anvilProblem !== undefined)('a contract with an owner', async () => {
  const chain = await startAnvil();
  const [owner, other] = [chain.wallet(0), chain.wallet(1)];
  const { address } = await deploy(owner, 'OwnedWallet', [owner.address]);
  const rpc = new Rpc({
    post: async (_, body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(chain.url, { method: 'POST', headers, body })).text();
    },
  });
  const text = 'I own this wallet. 5 €';

  test('accepts the signature of its owner for exactly this text', async () => {
    const signature = await owner.signMessage(text);
    expect(await acceptsSignature(text, signature, address, rpc)).toBe(true);
    expect(await acceptsSignature(`${text} `, signature, address, rpc)).toBe(false);
    expect(await acceptsSignature(text, await other.signMessage(text), address, rpc)).toBe(false);
  });

  test('does not accept a signature at which it reverts; an address without code is not a contract', async () => {
    const signature = await owner.signMessage(text);
    expect(await acceptsSignature(text, `${signature}00`, address, rpc)).toBe(false);
    expect(await acceptsSignature(text, signature, owner.address, rpc)).toBe(undefined);
  });

  test('does not take the output of a contract of another kind for yes', async () => {
    const { address: token } = await deploy(owner, 'Token', ['T', 18]);
    expect(await acceptsSignature(text, await owner.signMessage(text), token, rpc)).toBe(false);
  });
});
