// Asset migration: burns the balance of an address on the closed MVL chain, and mints it on another chain, one for one.

import { text, word } from '../../src/services/catalogue/define.js';
import type { Network } from '../../src/services/catalogue/words.js';
import {
  addMoving,
  addPast,
  type Context,
  day,
  defineKind,
  emit,
  ensureSeeded,
  findRow,
  type HandlerContext,
  iso,
  notFound,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  type StateMachine,
  type StoredMachine,
  scenarioOf,
  type Timeline,
  view,
} from '../core/index.js';
import type * as shapes from '../core/shapes/wallet.js';
import { accounts, mint } from '../domains/balances/currencies.js';
import { accountBalance, moveValue } from '../domains/balances/ledger.js';
import { seedAddress } from '../domains/people/user.js';
import { madeHash } from './addresses.js';
import { stateNetwork, type Token, tokensOf, unitOf } from './networks.js';
import { pastTransfer } from './past-transfers.js';

type Migration = StoredMachine<typeof shapes.Migration>;

const oldChain = 'MVL' satisfies Network;
const oldUnit = 'MVL/MVL';
const oldAccount = (address: string): string => accounts.chain(oldChain, address);
const happy: Timeline<Migration> = [['PENDING', 60], ['COMPLETED']];
/** MVL's token, which most networks do not have. */
const targetOn = (network: Network): Token | undefined =>
  tokensOf(network).find(({ symbol, contractAddress }) => /^b?MVL$/.test(symbol) && contractAddress?.startsWith('0x'));

/** On the old chain, in whole tokens. */
const remaining = { mina: 1500n, dara: 700n } as const;
const wei = 10n ** 18n;

export const migration: StateMachine<Migration, ResponseOf<typeof shapes.Migration>> = defineKind({
  name: 'migration',
  table: 'asset_migration',
  scenarioPrefix: 'migration',
  scenarios: { fails: ['FAILED, the tokens back', [['PENDING', 60], ['FAILED']]] },
  show: ({ id, body: { scenario: _scenario, statusLog: _log, ...fields } }) => ({ id, ...fields }),
  timelines: () => [happy],
  onEnter: (row, context) => settle(row, context),
  seed: (opening) => seedMigrations(opening),
});

function seedMigrations(opening: Context): void {
  for (const [handle, whole] of Object.entries(remaining))
    moveValue(opening, mint(oldUnit), oldAccount(seedAddress(handle)), oldUnit, whole * wei, 'opening');
  for (const [index, status] of (['COMPLETED', 'FAILED', 'PENDING'] as const).entries()) {
    const at = opening.now - (3 - index) * day;
    const body = begun({ now: at }, seedAddress('dara'), 'BSC', 100n * wei);
    const { hash, at: completedAt } = pastTransfer(opening, 'migration 0');
    const done = status === 'COMPLETED' && { transactionHash: hash, completedAt: iso(completedAt) };
    const words = status === 'PENDING' ? (['PENDING'] as const) : (['PENDING', status] as const);
    addPast(opening, migration, { at, body: { ...body, ...done } }, { words });
    if (status === 'PENDING')
      moveValue(opening, oldAccount(seedAddress('dara')), accounts.migrating, oldUnit, 100n * wei, 'opening');
  }
}

const begun = ({ now }: Pick<Context, 'now'>, address: string, toNetwork: Network, amount: bigint) => ({
  address,
  fromNetwork: oldChain as typeof oldChain,
  toNetwork,
  amount: amount.toString(),
  transactionHash: null,
  createdAt: iso(now),
  completedAt: null,
});

/** Migrates the whole balance. `network` is the target. */
const migrationBody = {
  address: text(),
  network: word(['ETHEREUM', 'BSC', 'ETHEREUM_SEPOLIA', 'BSC_TEST'] as const),
};
/** @throws {Refusal} 400 NOT_ENOUGH_BALANCE if nothing is left */
export const startMigration = view(
  (context) => {
    const { address, network } = context.body;
    ensureSeeded(context, migration);
    const amount = accountBalance(context, oldAccount(address), oldUnit);
    if (amount === 0n)
      refuse(400, `${address.slice(0, 100)} has no MVL left on the closed chain.`, 'NOT_ENOUGH_BALANCE');
    const body = { ...begun(context, address, network, amount), scenario: scenarioOf(context, migration) };
    const row = addMoving(context, migration, 'PENDING', { body });
    moveValue(context, oldAccount(address), accounts.migrating, oldUnit, amount, `migration ${row.id}`);
    return migration.show(row, context);
  },
  { body: migrationBody },
);

function settle(row: Row<Migration>, context: Context): Migration | undefined {
  const { body, id } = row;
  const amount = BigInt(body.amount);
  if (body.status === 'FAILED')
    moveValue(context, accounts.migrating, oldAccount(body.address), oldUnit, amount, `migration ${id}`);
  if (body.status !== 'COMPLETED') return undefined;
  const token = targetOn(body.toNetwork)!;
  const network = stateNetwork(body.toNetwork);
  const hash = madeHash(network, `migration ${id}`);
  moveValue(context, accounts.migrating, mint(oldUnit), oldUnit, amount, `migration ${id}`);
  moveValue(
    context,
    mint(unitOf(token)),
    accounts.chain(network, body.address),
    unitOf(token),
    amount,
    `migration ${id}`,
  );
  const from = token.contractAddress;
  emit(context, 'chain moved', { network, hash, from, to: body.address, unit: unitOf(token), rawAmount: body.amount });
  return { ...body, transactionHash: hash, completedAt: iso(context.now) };
}

/** The latest migration of an address; ids and ordinals are accepted too. */
export function showMigration(context: HandlerContext): ResponseOf<typeof shapes.Migration> {
  const name = context.path.address ?? '';
  const matches = rows(context, migration).filter(({ body }) => body.address.toLowerCase() === name.toLowerCase());
  const row = matches.at(-1) ?? findRow(context, migration, name);
  return row ? migration.show(row, context) : notFound(migration.noun, name);
}
