// Parses the things to wait for: `ride:ID`, `tx:NETWORK:HASH`, `op-2611-0003`.

import { suggestion } from '../../cli/settings/suggest.js';
import type { Subject } from '../../engine/watch/status-reader.js';
import { isSolanaSignature } from '../../money/ed25519.js';
import { Network } from '../../services/catalogue/words.js';
import { isPrefixedHash, isUuid } from '../../services/forms.js';
import { BadInput } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import type { WatchKind } from '../../things/kind.js';
import { watchKind, watchKinds } from '../../things/kinds.js';
import { transaction } from '../../things/transaction.js';

/** A typed thing; without a kind if several kinds have such ids. */
export interface TypedSubject extends Omit<Subject, 'kind'> {
  readonly kind?: WatchKind;
}

/**
 * Parses the things of a command line, each once.
 * @param networkOf the network of a transaction that names none: by --network or the ledger
 * @throws {BadInput} UNKNOWN_KIND, NO_ID, NO_NETWORK; {Guarded} MAY_BE_KEY, without repeating it
 */
export function subjectsIn(typed: readonly string[], networkOf: NetworkOf): readonly TypedSubject[] {
  return [...new Set(typed)].map((name) => subjectOf(name, networkOf));
}

function subjectOf(name: string, networkOf: NetworkOf): TypedSubject {
  const hash = name.replace(/^tx:(.*:)?/i, '');
  if (mayBeKey(name) && !(isPrefixedHash(hash) || isSolanaSignature(hash))) throw keyRefused('The id');
  const alone = watchKind(name);
  if (alone && alone.lists.length > 0) return { name, kind: alone, id: '' };
  const [, prefix, rest = ''] = /^([a-z-]+):(.*)$/s.exec(name) ?? [];
  const kind = prefix === undefined ? kindOfBare(name) : kindNamed(prefix, name);
  const id = prefix === undefined ? name : rest;
  if (id === '')
    throw new BadInput('NO_ID', `${JSON.stringify(name)} has no id behind the colon.`, `Such as ${kind?.name}:ID`);
  if (/[\s/?#]/.test(id))
    throw new BadInput(
      'NO_ID',
      `${JSON.stringify(id.slice(0, 60))} is not an id: it has a space, or characters of an address.`,
    );
  return { name, kind, id: kind?.name === transaction.watch.kind ? withNetwork(id, networkOf) : id };
}

function kindNamed(prefix: string, name: string): WatchKind {
  const kind = watchKind(prefix);
  if (kind) return kind;
  throw new BadInput(
    'UNKNOWN_KIND',
    `There is no kind ${JSON.stringify(prefix)} of things to wait for (${JSON.stringify(name.slice(0, 60))}).`,
    suggestion(prefix, namesOf(watchKinds)),
  );
}

const namesOf = (kinds: readonly WatchKind[]) => kinds.map(({ name }) => name);

/** The kind of a bare id, if no other kind has such ids; undefined for a UUID or the beginning of one. */
function kindOfBare(id: string): WatchKind | undefined {
  const kind = watchKinds.find(({ pattern }) => pattern?.test(id));
  if (kind || isUuid(id) || isBeginning(id)) return kind;
  throw severalKinds(id);
}
/** Whether a text may be the beginning of a UUID, as a narrow table shows it. */
export const isBeginning = (id: string): boolean => /^[0-9a-f]{6,8}$|^[0-9a-f]{8}-[0-9a-f-]*$/i.test(id);
/** The error for an id that may be of several kinds. */
export const severalKinds = (id: string, kinds: readonly WatchKind[] = watchKinds): BadInput =>
  new BadInput(
    'UNKNOWN_KIND',
    `${JSON.stringify(id.slice(0, 60))} may be an id of several kinds of things.`,
    `Say which, such as ${kinds[0]!.name}:ID; there are: ${namesOf(kinds).join(', ')}. Find its kind: tuk find ID`,
  );

type NetworkOf = (hash: string) => string | undefined;
function withNetwork(id: string, networkOf: NetworkOf) {
  const [, typed, hash = id] = /^([A-Z0-9_]+):(.*)$/s.exec(id) ?? [];
  const name = typed ?? networkOf(hash);
  if (!name)
    throw new BadInput(
      'NO_NETWORK',
      `The network of the transaction ${JSON.stringify(hash.slice(0, 20))}… is not said.`,
      'Say it: tx:BSC:HASH, or --network BSC',
    );
  if (!(Network as readonly string[]).includes(name))
    throw new BadInput(
      'UNKNOWN_WORD',
      `${JSON.stringify(name)} is not a network.`,
      suggestion(name, [...Network], 'See them: tuk help values'),
    );
  return `${name}:${hash}`;
}
