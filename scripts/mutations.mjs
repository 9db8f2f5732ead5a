// The mutations of scripts/mutate.mjs: small faults in places of money, session and transport code where a fault loses money, a session or a secret.

/**
 * By the tests that are to notice them (folders, or starts of paths), each one: what is broken, in which file, the text that occurs there exactly once, and
 * what replaces it. A survivor is a failure.
 * @type {readonly { tests: readonly string[], mutations: readonly { what: string, file: string, from: string, to: string }[] }[]}
 */
const rooms = [
  {
    tests: [
      'tests/money',
      'tests/behaviour/transfer',
      'tests/behaviour/stated-amounts',
      'tests/behaviour/receipt-matches-request',
    ],
    mutations: [
      {
        what: 'a total that equals its limit is refused',
        file: 'src/money/values/decimal.ts',
        from: 'return at(one, places) > at(other, places);',
        to: 'return at(one, places) >= at(other, places);',
      },
      {
        what: 'earlier transfers do not count against the limit of a day',
        file: 'src/money/policy/limit-check.ts',
        from: '[...counted(now, unknownFee), ...parts], parts,',
        to: '[...parts], parts,',
      },
      {
        what: 'a look-alike with seven equal characters is none',
        file: 'src/money/values/recipients.ts',
        from: 'const enoughEnds = 7;',
        to: 'const enoughEnds = 8;',
      },
      {
        what: 'a fee on top of the amount counts against no limit',
        file: 'src/money/policy/limit-check.ts',
        from: '[{ ...moved, usd }, ...(onTop ? [onTop] : [])]',
        to: '[{ ...moved, usd }]',
      },
      {
        what: 'an operation of unknown outcome does not hold up the next one',
        file: 'src/money/verdict/verdict.ts',
        from: "unknown: same.filter(({ outcome }) => outcome === 'unknown'),",
        to: "unknown: same.filter(({ outcome }) => outcome === 'sending'),",
      },
      {
        what: 'an amount that is not known passes a limit with --at-most',
        file: 'src/money/policy/outflow.ts',
        from: 'const bound = isKnown ? undefined : isLimited(limits) ? stated : atMost;',
        to: 'const bound = isKnown ? undefined : (atMost ?? stated);',
      },
      {
        what: 'a price that falls by more than half counts at once',
        file: 'src/money/policy/pricing.ts',
        from: 'return held && isMore(held.price, times(use.stated, two))',
        to: 'return held && isMore(times(use.stated, two), held.price)',
      },
      {
        what: 'what was sent elsewhere is no witness',
        file: 'src/money/outcome/witness.ts',
        from: 'if (equal !== undefined) {',
        to: 'if (equal === undefined && false) {',
      },
      {
        what: 'amounts of a response are compared as doubles',
        file: 'src/money/values/comparison.ts',
        from: 'decimalText(fromBase(stated, places)) === decimalText(promised)',
        to: 'Number(decimalText(fromBase(stated, places))) === Number(decimalText(promised))',
      },
      {
        what: 'a reference that was used for another request is taken for this one',
        file: 'src/money/transfer/earlier-response.ts',
        from: 'if (line.digest !== undefined) return line.digest === intent.digest;',
        to: 'if (line.digest !== undefined) return true;',
      },
      {
        what: 'a transfer is sent before it is recorded',
        file: 'src/money/transfer/transfer.ts',
        from: 'const { transfer, ledger, deps: dependencies, intent } = step;',
        to: `const { transfer, ledger, intent } = step;
  const sent = step.deps.send(transfer);
  await sent.catch(() => {});
  const dependencies = { ...step.deps, send: () => sent };`,
      },
      {
        what: 'a transfer with an unknown outcome is recorded as refused',
        file: 'src/money/transfer/transfer.ts',
        from: "if (kind === 'unknown') return { outcome: 'unknown', status: where.status, message };",
        to: "if (kind === 'unknown') return { outcome: 'refused', status: where.status, message };",
      },
      {
        what: 'a response that contradicts the request is accepted',
        file: 'src/money/outcome/response.ts',
        from: 'if (different.length === 0)',
        to: 'if (different.length < 99)',
      },
      {
        what: 'a token of which less would arrive is sent',
        file: 'src/money/chain/effect.ts',
        from: 'if (arrives.raw >= promised.raw) return [];',
        to: 'if (arrives.raw >= 0n) return [];',
      },
      {
        what: 'less that has arrived is not noticed',
        file: 'src/money/evm/result.ts',
        from: 'arrived.raw < leastOf(promised, acceptLess))',
        to: 'arrived.raw < 0n)',
      },
      {
        what: 'a key is not zeroed after use',
        file: 'src/money/keys/keys.ts',
        from: '  key.privateKey.fill(0);\n  tree?.privateKey.fill(0);',
        to: '  tree?.privateKey.fill(0);',
      },
    ],
  },
  {
    tests: ['tests/money', 'tests/commands/wallet/send'],
    mutations: [
      {
        what: 'a nonce that is free counts as used, so that another transaction is signed for it',
        file: 'src/money/evm/chain-state.ts',
        from: 'if (nonce <= own) {',
        to: 'if (nonce < own) {',
      },
      {
        what: 'a receipt counts although its block was reorganised away',
        file: 'src/money/evm/chain-state.ts',
        from: 'if (block?.hash === receipt.blockHash)',
        to: 'if (block)',
      },
      {
        what: 'the newest block is as good as a deep one',
        file: 'src/money/chain/state.ts',
        from: 'state.block.confirmations >= finality;',
        to: 'state.block.confirmations >= 1n;',
      },
      {
        what: 'signed bytes are sent without being recorded',
        file: 'src/money/chain/pipeline.ts',
        from: '  await journal.record(entry);\n',
        to: '',
      },
    ],
  },
  {
    tests: ['tests/money/solana', 'tests/commands/wallet/send'],
    mutations: [
      {
        what: 'a transaction of Solana counts as expired by the last height alone that its node stated',
        file: 'src/money/solana/family.ts',
        from: 'tip.slot - BigInt(since) <= validBlocks',
        to: 'false',
      },
      {
        what: 'a last height that is too low is signed with',
        file: 'src/money/solana/pipeline.ts',
        from: '  requireLater(recent.lastValidBlockHeight, height + validBlocks);\n',
        to: '',
      },
      {
        what: 'the rent of a new token account is not recorded',
        file: 'src/money/chain/observation.ts',
        from: 'result.fee + (result.rent ?? 0n)',
        to: 'result.fee',
      },
    ],
  },
  {
    tests: ['tests/session'],
    mutations: [
      {
        what: 'a session is renewed without the lock that processes share',
        file: 'src/session/renew.ts',
        from: 'takeLock(options.lockFile, lockWait, ',
        to: 'takeLock(options.lockFile + process.pid, lockWait, ',
      },
      {
        what: 'renewed tokens that could not be saved are confirmed',
        file: 'src/session/renew.ts',
        from: '    options.onUnsaved(error as LocalFailure, tokens);\n',
        to: '    options.onUnsaved(error as LocalFailure, tokens);\n    await postConfirm(tokens.accessToken, options.requestContext);\n',
      },
      {
        what: 'a session is sent to an origin that it was not made for',
        file: 'src/session/active-session.ts',
        from: 'if (origins.includes(this.#dependencies.originOf(base))) return;',
        to: 'if (origins.length > 0) return;',
      },
      {
        what: 'an encoded secret is not redacted',
        file: 'src/session/redact.ts',
        from: 'derived ?? encodingsOf(secret)',
        to: 'derived ?? [secret]',
      },
    ],
  },
  {
    tests: [
      'tests/services',
      'tests/behaviour/hostile-responses',
      'tests/engine/request/deadline',
      'tests/money/ledger',
      'tests/money/policy/body',
    ],
    mutations: [
      {
        what: 'a redirect counts as a success',
        file: 'src/services/http/send.ts',
        from: '(status >= 200 && status < 300)',
        to: '(status >= 200 && status < 400)',
      },
      {
        what: 'a change is tried again like a read',
        file: 'src/engine/request/call.ts',
        from: "if (call.effect !== 'none' || call.method !== 'GET') return",
        to: 'if (tries === 0) return',
      },
      {
        what: 'a path that something is changed at may hold an encoded dot or letter',
        file: 'src/services/http/change-path.ts',
        from: 'if (/%(2d|2e|3\\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i.test(segment))',
        to: 'if (segment === undefined)',
      },
      {
        what: 'a request that was sent and not answered in time counts as not sent',
        file: 'src/services/http/node-transport.ts',
        from: 'reject(new TransportError(reason, state.left, message, cause, { isStale, begun, within: limit.within }));',
        to: "reject(new TransportError(reason, state.left && reason !== 'timeout', message, cause, { isStale, begun, within: limit.within }));",
      },
      {
        what: 'the size limit of a response counts for each part alone',
        file: 'src/services/http/read-body.ts',
        from: 'if (size > maxBytes) reject(tooBig());',
        to: 'if (chunk.length > maxBytes) reject(tooBig());',
      },
    ],
  },
];

export const mutations = rooms.flatMap(({ tests, mutations }) => mutations.map((one) => ({ ...one, tests })));
