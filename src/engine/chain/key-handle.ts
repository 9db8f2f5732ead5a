// A key in the key process: this process has its address and its signatures, never the key itself.

import type { Context } from '../../cli/command/command.js';
import type { ChainFamily, Signer } from '../../money/keys/signer.js';
import { Failure, interrupted } from '../../services/http/errors.js';
import {
  type KeyReply,
  type KeyRequest,
  type KeyService,
  type KeySource,
  pipedKeys,
  processEnded,
} from './key-channel.js';
import { keyService } from './key-process.js';

export interface KeyHandle extends Signer {
  /**
   * The header of a sign-in with the key's account.
   * @param now epoch milliseconds
   * @throws {BadInput} NEEDS_ACCOUNT_KEY
   */
  accountHeader(now: number): Promise<string>;
  /** The text of a key file, locked with this password. @throws {BadInput} EMPTY_PASSWORD */
  lockedFile(password: string): Promise<string>;
  /** Whether it was derived from an account, which has more keys. */
  readonly hasAccount: boolean;
}

export interface KeyInProcess {
  readonly family: ChainFamily;
  /** The address in the key file, or the key's own; undefined for a locked file without one. */
  readonly address: string | undefined;
  /**
   * Unlocks the key.
   * @param password called only for a locked key
   * @throws {BadInput} NEEDS_PASSWORD, WRONG_PASSWORD; {Guarded} WRONG_KEY for a file with another key's address
   */
  unlock(password: () => Promise<string | undefined>): Promise<KeyHandle>;
  /** Ends the process of the key, except in a batch, which has more keys. */
  release(): void;
}

/** The key process. It starts with the first key, and ends with `close` or the run. */
export class KeyProcess {
  readonly #context: Context;
  readonly #stdin: KeyInput;
  #service: Promise<KeyService> | undefined;
  #keys = 0;

  /** @param stdin the standard input of the process: the run's, or an open file by its number */
  constructor(context: Context, stdin?: KeyInput) {
    this.#context = context;
    this.#stdin = stdin;
    context.deadline.root.endings.add(() => this.close());
  }

  /**
   * Reads a key. Every use of it throws {LocalFailure} KEY_PROCESS_ENDED if the process ends, and {Failure}
   * INTERRUPTED.
   * @throws {BadInput} BAD_KEY, UNKNOWN_KEY, NO_FILE; {Guarded} KEY_TOO_COSTLY; {LocalFailure} for a key folder or file
   * that is not private
   */
  async read(source: KeySource): Promise<KeyInProcess> {
    const key = this.#keys++;
    const { family = 'evm', address, isLocked } = await this.#ask({ do: 'open', key, source });
    return {
      family,
      address,
      release: () => {
        if (!this.#context.world.signers) this.close();
      },
      unlock: async (password) => {
        const unlocked = await this.#ask({ do: 'unlock', key, password: isLocked ? await password() : undefined });
        const textOf = async (request: KeyRequest) => (await this.#ask(request)).text!;
        return {
          address: unlocked.address!,
          hasAccount: unlocked.hasAccount === true,
          capabilities: { transactions: [family], texts: [family], mayWait: false },
          sign: (described) => textOf({ do: 'sign', key, described }),
          accountHeader: (now) => textOf({ do: 'account-header', key, now }),
          lockedFile: (secret) => textOf({ do: 'lock', key, password: secret }),
        };
      },
    };
  }

  /** Ends the process, and with it every copy of its keys. */
  close(): void {
    this.#service?.then((service) => service.close()).catch(() => {});
    this.#service = undefined;
  }

  async #ask(request: KeyRequest): Promise<KeyReply> {
    const { deadline } = this.#context;
    if (deadline.isStopped()) throw interrupted();
    this.#service ??= openService(this.#context, this.#stdin);
    const { warnings = [], failure, ...reply } = await (await this.#service).reply(request);
    for (const line of warnings) this.#context.log(`▲ ${line}`);
    if (failure) throw new Failure(failure.kind, failure.code, failure.message, failure.hint);
    return reply;
  }
}

/** The process for the keys of a run; a batch shares one between its rows. @param stdin as for `KeyProcess` */
export function keyProcessOf(context: Context, stdin?: KeyInput): KeyProcess {
  const { signers } = context.world;
  if (!signers || typeof stdin === 'number') return new KeyProcess(context, stdin);
  const shared = (signers.get('process') as KeyProcess | undefined) ?? new KeyProcess(context, stdin);
  signers.set('process', shared);
  return shared;
}

type KeyInput = Context['world']['stdin'] | number | undefined;

async function openService({ world, deadline }: Context, stdin: KeyInput): Promise<KeyService> {
  if (!world.startKeyProcess) return keyService(world);
  const { signal } = deadline; // Ctrl-C now stops the run, which ends the process
  try {
    return pipedKeys(world.startKeyProcess(stdin), () => deadline.isStopped(), signal);
  } catch (error) {
    throw processEnded(error);
  }
}
