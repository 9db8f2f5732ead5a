// Asset migration: what an address still holds on the closed MVL chain is burnt there and made anew on another, one for one.
import { text, word } from '../../services/catalogue/define.js';
import type { AssetMigrationStatus, Network } from '../../services/catalogue/words.js';
import { day, iso } from '../core/clock.js';
import { tell } from '../core/effects.js';
import { notFound, refuse } from '../core/refusal.js';
import { addRow, findRow, type Row, ready, rows } from '../core/rows.js';
import { scenarioOf } from '../core/scenarios.js';
import { type Moving, type MovingKind, nextOn, schedule, type Way } from '../core/state-machine.js';
import type { Moment, World } from '../core/world.js';
import { accounts, mint } from '../domains/balances/accounts.js';
import { holding, move } from '../domains/balances/ledger.js';
import { cast } from '../domains/people/seed-users.js';
import { stateNetwork } from './networks.js';
import { type Token, tokensOf, unitOf } from './tokens.js';
import { madeHash } from './transfer-seeds.js';

type NetworkWord = (typeof Network)[number];
interface Migration extends Moving {
  readonly status: (typeof AssetMigrationStatus)[number];
  readonly address: string;
  readonly fromNetwork: NetworkWord;
  readonly toNetwork: NetworkWord;
  /** In base units of 18 decimals. */
  readonly amount: string;
  readonly transactionHash: string | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
}

const oldChain = 'MVL' satisfies NetworkWord;
const oldUnit = 'MVL/MVL';
const oldAccount = (address: string): string => accounts.chain(oldChain, address);
const ways: Readonly<Record<string, Way<Migration>>> = { happy: [['PENDING', 60], ['COMPLETED']], fails: [['PENDING', 60], ['FAILED']] };
/** The token that MVL is on a network; there is none on most. */
const targetOn = (network: NetworkWord): Token | undefined =>
  tokensOf(network).find(({ symbol, contractAddress }) => /^b?MVL$/.test(symbol) && contractAddress?.startsWith('0x'));

/** What is left on the old chain when the world begins, in whole tokens. */
const left = { mina: 1500n, dara: 700n } as const;
const wei = 10n ** 18n;

export const migration: MovingKind<Migration> = {
  name: 'migration',
  table: 'asset_migration',
  noun: 'MIGRATION',
  owned: false,
  word: 'migration',
  scenarios: { fails: 'FAILED, the tokens back' },
  show: ({ id, body: { scenario: _scenario, statusLog: _log, ...shown } }) => ({ id, ...shown }),
  next: (row, moment) => nextOn([row.body.scenario === 'fails' ? ways.fails : ways.happy], row, moment),
  entered: (row, moment) => settle(row, moment),
  seed: (opening) => seedMigrations(opening),
};

function seedMigrations(opening: Moment): void {
  for (const [handle, whole] of Object.entries(left))
    move(opening, mint(oldUnit), oldAccount(addressOf(handle)), oldUnit, whole * wei, 'opening');
  for (const [index, status] of (['COMPLETED', 'FAILED', 'PENDING'] as const).entries()) {
    const at = opening.now - (3 - index) * day;
    const body = { ...begun({ now: at }, addressOf('dara'), 'BSC', 100n * wei), status, statusLog: [{ status, at: iso(at) }] };
    const done = status === 'COMPLETED' && { transactionHash: madeHash('BSC_TEST', `migration ${index}`), completedAt: iso(at + 60_000) };
    addRow(opening, migration, { owner: null, at, body: { ...body, ...done } });
    if (status === 'PENDING') move(opening, oldAccount(addressOf('dara')), accounts.migrating, oldUnit, 100n * wei, 'opening');
  }
}
const addressOf = (handle: string): string => cast.find((person) => person.handle === handle)!.address!;

const begun = ({ now }: Pick<Moment, 'now'>, address: string, toNetwork: NetworkWord, amount: bigint): Migration => ({
  status: 'PENDING',
  statusLog: [{ status: 'PENDING', at: iso(now) }],
  address,
  fromNetwork: oldChain,
  toNetwork,
  amount: amount.toString(),
  transactionHash: null,
  createdAt: iso(now),
  completedAt: null,
});

/** POST /asset-migration: everything that the address has left. `network` is where it goes to. */
export const migrationBody = { address: text(), network: word(['ETHEREUM', 'BSC', 'ETHEREUM_SEPOLIA', 'BSC_TEST'] as const) };
export function startMigration(world: World): unknown {
  const { address, network } = world.body as { address: string; network: NetworkWord };
  ready(world, migration);
  const amount = holding(world, oldAccount(address), oldUnit);
  if (amount === 0n) refuse(400, `${address.slice(0, 100)} has no MVL left on the closed chain.`, 'NOT_ENOUGH_BALANCE');
  const row = addRow(world, migration, (id) => {
    move(world, oldAccount(address), accounts.migrating, oldUnit, amount, `migration ${id}`);
    return { owner: null, at: world.now, body: { ...begun(world, address, network, amount), scenario: scenarioOf(world, migration) } };
  });
  schedule(world, migration, row);
  return migration.show(row, world);
}

function settle(row: Row<Migration>, moment: Moment): Migration | undefined {
  const { body, id } = row;
  const amount = BigInt(body.amount);
  if (body.status === 'FAILED') move(moment, accounts.migrating, oldAccount(body.address), oldUnit, amount, `migration ${id}`);
  if (body.status !== 'COMPLETED') return undefined;
  const token = targetOn(body.toNetwork)!;
  const network = stateNetwork(body.toNetwork);
  const hash = madeHash(network, `migration ${id}`);
  move(moment, accounts.migrating, mint(oldUnit), oldUnit, amount, `migration ${id}`);
  move(moment, mint(unitOf(token)), accounts.chain(network, body.address), unitOf(token), amount, `migration ${id}`);
  const from = token.contractAddress;
  tell(moment, 'chain moved', { network, hash, from, to: body.address, unit: unitOf(token), rawAmount: body.amount });
  return { ...body, transactionHash: hash, completedAt: iso(moment.now) };
}

/** GET /asset-migration/{address}: the one that was asked for last; an id and an ordinal name one too. */
export function showMigration(world: World): unknown {
  const name = world.path.address ?? '';
  const own = rows(world, migration).filter(({ body }) => body.address.toLowerCase() === name.toLowerCase());
  const found = own.at(-1) ?? findRow(world, migration, name);
  return found ? migration.show(found, world) : notFound(migration.noun, name);
}
