// The session of a run: the access token in use, its source, and its renewal.

import type { Deadline } from '../services/http/deadline.js';
import { BadInput, type LocalFailure } from '../services/http/errors.js';
import type { Credentials } from '../services/http/security.js';
import type { RequestContext } from '../services/http/send.js';
import { type Account, accountOf, requireSame, type TokenSource } from './account.js';
import { bindSession } from './bind.js';
import { endOfSession } from './ended.js';
import { identityVariable } from './identity-variable.js';
import { otherOrigin } from './other-origin.js';
import type { ProfileSettings } from './profile.js';
import type { Redaction } from './redact.js';
import { confirmPending, type RenewalOptions, renew, type SessionEvent, sessionReplaced } from './renew.js';
import type { SessionStore } from './store.js';
import { expiryOf, type Session, type SessionTokens } from './stored-session.js';

interface ActiveSessionDependencies {
  readonly world: { readonly env: Readonly<Record<string, string | undefined>>; readonly clock: { now(): number } };
  /** Reads a person's file, relative to the working directory. @throws {BadInput} */
  readonly readFile: (file: string) => Promise<string>;
  readonly redact: Redaction;
  readonly store: SessionStore;
  readonly lockFile: string;
  readonly settings: () => Pick<ProfileSettings, 'basicUser' | 'basicPasswordFile' | 'confirmRenewal'>;
  /** The origin that a session is bound to; `sandbox` for the embedded sandbox. */
  readonly originOf: (base: string) => string;
  /** The current origins of the profile's services. */
  readonly origins: () => Promise<readonly string[]>;
  readonly requestContext: () => Promise<RequestContext>;
  /** Reports a failure at the end of the command, which goes on. */
  readonly deferFailure: (failure: LocalFailure) => void;
}

export class ActiveSession {
  readonly #dependencies: ActiveSessionDependencies;
  readonly #listeners = new Set<(event: SessionEvent) => void>();
  #renewal: Promise<string | undefined> | undefined;
  #confirmationTried = false;
  /** The session of the first call: the run keeps it. */
  #initialSession: Pick<Session, 'id'> | undefined;
  /** The account that the transfers of the run are confirmed for. */
  #sealed: Account | undefined;
  /** Renewed tokens that could not be saved. */
  #unsavedTokens: SessionTokens | undefined;

  constructor(dependencies: ActiveSessionDependencies) {
    this.#dependencies = dependencies;
  }
  get store(): SessionStore {
    return this.#dependencies.store;
  }
  get lockFile(): string {
    return this.#dependencies.lockFile;
  }

  /** Whether a renewed session is confirmed at the service, by the profile's confirmRenewal. */
  get confirmsRenewal(): boolean {
    return this.#dependencies.settings().confirmRenewal !== false;
  }

  /** Subscribes a listener to session events (platform 2.5). @returns the function that unsubscribes it */
  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The access token in use: the environment takes precedence over the store. @throws {LocalFailure} {BadInput} */
  token(): Promise<TokenSource> {
    const { store, world } = this.#dependencies;
    return this.#tokenOf(() => store.readRecent(world.clock.now()));
  }
  async #tokenOf(readSession: () => Promise<Session | undefined>): Promise<TokenSource> {
    const { world } = this.#dependencies;
    const tokenText = identityVariable(world.env, 'TUK_TOKEN')?.trim();
    if (tokenText !== undefined) {
      if (!/^[\u0021-\u007e]+$/.test(tokenText))
        throw new BadInput('BAD_TOKEN', 'TUK_TOKEN holds a character that no token may hold.');
      this.#dependencies.redact.add(tokenText);
      return { source: 'environment', accessToken: tokenText };
    }
    const stored = await readSession();
    const session = stored && !stored.origins ? await this.#bind() : stored;
    if (!session) return { source: 'none' };
    this.#initialSession ??= { id: session.id };
    this.#dependencies.redact.add(session.accessToken);
    this.#dependencies.redact.add(session.refreshToken);
    return { source: 'stored', session, accessToken: session.accessToken };
  }

  /**
   * Seals the run for the account that is signed in now: its transfers are judged and confirmed for that account. The
   * first call counts. @throws as `token`
   */
  async seal(): Promise<void> {
    this.#sealed ??= accountOf(await this.token());
  }
  /**
   * Checks that the account of the seal is signed in at this moment; a renewal keeps it. A token of the environment
   * cannot change.
   * @param sent the token that is about to be sent
   * @throws {Guarded} OTHER_ACCOUNT; {SignInNeeded} SIGNED_OUT; as `token`
   */
  async requireSealed(sent?: string): Promise<void> {
    const sealed = this.#sealed;
    if (sealed === undefined || sealed.source === 'environment') return;
    requireSame(sealed, accountOf(await this.#tokenOf(() => this.#dependencies.store.read())), sent);
  }

  /**
   * Binds a session of an earlier version, without origins, to the profile's current origins.
   * @throws {LocalFailure} if it cannot be saved
   */
  async #bind(): Promise<Session | undefined> {
    const { store, lockFile, world } = this.#dependencies;
    return bindSession({ store, lockFile, now: () => world.clock.now() }, await this.origins());
  }
  /** The origins for a session of the current profile. */
  origins(): Promise<readonly string[]> {
    return this.#dependencies.origins();
  }

  async endOfSession(): Promise<string | undefined> {
    return endOfSession(this.#dependencies.store.file);
  }

  get credentials(): Credentials {
    return {
      access: (deadline) => this.#access(deadline),
      checkOrigin: async (base) => this.#checkOrigin(base, (await this.token()).session),
      refresh: async () => (await this.token()).session?.refreshToken,
      renew: (staleToken, deadline) => this.renew(staleToken, deadline),
      hasEnded: (token) => (expiryOf(token) ?? Number.POSITIVE_INFINITY) <= this.#dependencies.world.clock.now(),
      endOfSession: () => this.endOfSession(),
      basic: async () => {
        const { env } = this.#dependencies.world;
        const { basicUser, basicPasswordFile } = this.#dependencies.settings();
        const username = identityVariable(env, 'TUK_BASIC_USER') ?? basicUser;
        const password =
          identityVariable(env, 'TUK_BASIC_PASSWORD') ??
          (basicPasswordFile && (await this.#passwordIn(basicPasswordFile)));
        this.#dependencies.redact.add(password);
        if (password) this.#dependencies.redact.add(`${username}:${password}`);
        return { username: username || undefined, password: password || undefined };
      },
    };
  }

  /** The credentials of a stored session, without renewal. */
  credentialsOf(session: Session): Credentials {
    return {
      ...this.credentials,
      access: async () => session.accessToken,
      checkOrigin: (base) => this.#checkOrigin(base, session),
      renew: async () => undefined,
    };
  }

  /** Checks that a session belongs to the origin of an address. */
  async #checkOrigin(base: string, session?: Session) {
    if (!session) return;
    const origins = session.origins ?? (await this.origins());
    if (origins.includes(this.#dependencies.originOf(base))) return;
    throw otherOrigin(base, origins);
  }

  async #passwordIn(file: string) {
    return (await this.#dependencies.readFile(file)).replace(/\r?\n$/, '');
  }

  /** Whether there is a token to send. */
  async isSignedIn(): Promise<boolean> {
    return (await this.token()).accessToken !== undefined;
  }

  /** The access token to send. Tokens that an earlier process left unconfirmed are confirmed first. */
  async #access(deadline?: Deadline): Promise<string | undefined> {
    if (this.#unsavedTokens) return this.#unsavedTokens.accessToken;
    const { session, accessToken } = await this.token();
    if (session?.confirm === 'pending' && !this.#confirmationTried) {
      this.#confirmationTried = true;
      await confirmPending(await this.#renewalOptions(deadline));
    }
    return accessToken;
  }

  /**
   * Renews the session after `staleToken` was refused as expired. Concurrent callers share one renewal, which the first
   * can cancel. A token of the environment is never renewed.
   * @throws as `renew` of `session/renew.ts`
   */
  async renew(staleToken: string, deadline?: Deadline): Promise<string | undefined> {
    // another process may have renewed it
    const { source, accessToken, session } = await this.#tokenOf(() => this.#dependencies.store.read());
    if (source !== 'stored') return undefined;
    if (session?.id !== this.#initialSession?.id) throw sessionReplaced();
    if (this.#unsavedTokens && this.#unsavedTokens.accessToken !== staleToken) return this.#unsavedTokens.accessToken;
    if (accessToken !== staleToken && !this.#unsavedTokens) return accessToken;
    this.#renewal ??= this.#renewOnce(staleToken, deadline).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }
  async #renewOnce(staleToken: string, deadline: Deadline | undefined): Promise<string | undefined> {
    const token = await renew(staleToken, await this.#renewalOptions(deadline));
    this.#dependencies.redact.add(token);
    return token;
  }
  /** Waits for a renewal under way: otherwise its tokens would be lost. Never throws. */
  async settled(): Promise<void> {
    await this.#renewal?.catch(() => {}); // its callers report the failure
  }
  async #renewalOptions(deadline: Deadline | undefined): Promise<RenewalOptions> {
    const { store, lockFile, world } = this.#dependencies;
    const requestContext = await this.#dependencies.requestContext();
    return {
      store,
      sessionId: this.#initialSession?.id,
      lockFile,
      requestContext: { ...requestContext, deadline: deadline ?? requestContext.deadline },
      now: () => world.clock.now(),
      confirmsRenewal: this.confirmsRenewal,
      report: (event) => {
        for (const listener of this.#listeners) listener(event);
      },
      onUnsaved: (failure, tokens) => {
        this.#unsavedTokens = tokens;
        this.#dependencies.deferFailure(failure);
      },
    };
  }
}
