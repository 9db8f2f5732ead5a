// Who is signed in, as a command sees it: the token in use, where it comes from, and its renewal.

import { BadInput, type LocalFailure } from '../services/http/errors.js';
import type { Credentials } from '../services/http/security.js';
import type { RequestContext } from '../services/http/send.js';
import type { ProfileSettings } from './profile.js';
import type { Redaction } from './redact.js';
import type { Renewing, SessionEvent } from './renew.js';
import type { Session, SessionStore, Tokens } from './store.js';

/** Where the access token comes from. */
export interface TokenSource {
  readonly source: 'environment' | 'stored' | 'none';
  readonly session?: Session;
  readonly accessToken?: string;
}

/** What the session of a run works with. */
interface Given {
  readonly world: { readonly env: Readonly<Record<string, string | undefined>>; readonly clock: { now(): number } };
  /** Reads the text of a file of the person's, relative to where they are. @throws {BadInput} */
  readonly readFile: (file: string) => Promise<string>;
  readonly redact: Redaction;
  readonly store: SessionStore;
  readonly lockFile: string;
  /** Where the profile says that HTTP basic comes from. */
  readonly basic: () => Pick<ProfileSettings, 'basicUser' | 'basicPasswordFile'>;
  readonly reach: () => Promise<RequestContext>;
  readonly report: (event: SessionEvent) => void;
}

export class SignedIn {
  readonly #given: Given;
  #renewal: Promise<string | undefined> | undefined;
  #settled = false;
  /** The session that this run began with: all its calls are made as that one. */
  #begunWith: Pick<Session, 'id'> | undefined;
  /** Renewed tokens that could not be saved. */
  #inHand: Tokens | undefined;
  /** What went wrong beside the command, which went on: told at its end. */
  trouble: LocalFailure | undefined;

  constructor(given: Given) {
    this.#given = given;
  }

  /** The access token in use and where it comes from: the environment beats the store. @throws {LocalFailure} {BadInput} */
  async token(): Promise<TokenSource> {
    const given = this.#given.world.env.TUK_TOKEN?.trim();
    if (given) {
      if (!/^[\u0021-\u007e]+$/.test(given)) throw new BadInput('BAD_TOKEN', 'TUK_TOKEN holds a character that no token may hold.');
      this.#given.redact.add(given);
      return { source: 'environment', accessToken: given };
    }
    const session = await this.#given.store.read();
    if (!session) return { source: 'none' };
    this.#begunWith ??= { id: session.id };
    this.#given.redact.add(session.accessToken);
    this.#given.redact.add(session.refreshToken);
    return { source: 'stored', session, accessToken: session.accessToken };
  }

  /** The session as the client sees it. */
  get credentials(): Credentials {
    return {
      access: () => this.#access(),
      refresh: async () => (await this.token()).session?.refreshToken,
      renew: (stale) => this.renew(stale),
      basic: async () => {
        const { TUK_BASIC_USER, TUK_BASIC_PASSWORD } = this.#given.world.env;
        const { basicUser, basicPasswordFile } = this.#given.basic();
        const username = TUK_BASIC_USER || basicUser;
        const password = TUK_BASIC_PASSWORD || (basicPasswordFile && (await this.#passwordIn(basicPasswordFile)));
        this.#given.redact.add(password);
        if (password) this.#given.redact.add(`${username}:${password}`);
        return { ...(username ? { username } : {}), ...(password ? { password } : {}) };
      },
    };
  }

  async #passwordIn(file: string): Promise<string> {
    return (await this.#given.readFile(file)).replace(/\r?\n$/, '');
  }

  /** The access token to send; before it is first used, what an earlier process left to be confirmed is confirmed. */
  async #access(): Promise<string | undefined> {
    if (this.#inHand) return this.#inHand.accessToken;
    const { session, accessToken } = await this.token();
    if (session?.confirm === 'pending' && !this.#settled) {
      this.#settled = true;
      const { confirmPending } = await import('./renew.js');
      await confirmPending(await this.#renewing());
    }
    return accessToken;
  }

  /**
   * The token to go on with where `stale` was refused as expired. Whoever asks while a renewal is under way waits for that same one.
   * Tokens from the environment are not ours to renew. @throws what `session/renew.ts` throws.
   */
  async renew(stale: string): Promise<string | undefined> {
    const { source, accessToken, session } = await this.token();
    if (source !== 'stored') return undefined;
    if (session?.id !== this.#begunWith?.id) throw (await import('./renew.js')).otherSession();
    if (this.#inHand && this.#inHand.accessToken !== stale) return this.#inHand.accessToken;
    if (accessToken !== stale && !this.#inHand) return accessToken;
    this.#renewal ??= this.#renewOnce(stale).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }
  async #renewOnce(stale: string): Promise<string | undefined> {
    const { renew } = await import('./renew.js');
    const token = await renew(stale, await this.#renewing());
    this.#given.redact.add(token);
    return token;
  }
  async #renewing(): Promise<Renewing> {
    const { store, lockFile, reach, report, world } = this.#given;
    return {
      store,
      id: this.#begunWith?.id,
      lockFile,
      reach: await reach(),
      now: () => world.clock.now(),
      report,
      unsaved: (failure, tokens) => {
        this.#inHand = tokens;
        this.trouble = failure;
      },
    };
  }
}
