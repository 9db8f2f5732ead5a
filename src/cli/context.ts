// What a command works with: settings, session, services, output. Made once a run; the only place that ties the rooms together.

import type { TransferContext } from '../money/policy/evaluate.js';
import { type Call, kebab, type Service } from '../services/catalogue/define.js';
import { catalogue, type ServiceName, type services } from '../services/catalogue/index.js';
import type { Client } from '../services/client.js';
import { BadInput, Failure } from '../services/http/errors.js';
import { nodeTransport } from '../services/http/node-transport.js';
import { namesProxy } from '../services/http/proxy-variables.js';
import type { Credentials } from '../services/http/security.js';
import { type RequestContext, type Response, sendRequest } from '../services/http/send.js';
import type { HttpRequest, Transport } from '../services/http/transport.js';
import type { Pool } from '../services/http/undici-transport.js';
import { SignedIn } from '../session/active-session.js';
import { paths } from '../session/paths.js';
import { baseAddress, type Config, readConfig, sandboxProfile } from '../session/profile.js';
import { findProject } from '../session/project-file.js';
import { type Redaction, redaction } from '../session/redact.js';
import type { SessionEvent } from '../session/renew.js';
import { SessionStore } from '../session/store.js';
import type { Line } from '../ui/format/line.js';
import { escapeControls, escapeLines } from '../ui/format/visible.js';
import type { Command } from './command.js';
import type { Embedded } from './embedded-sandbox.js';
import { forms, isForm, type OutputOptions, type Presentation, printJson } from './output/output.js';
import { type Flags, resolve, type Settings } from './settings.js';
import { suggestion } from './suggest.js';
import type { World } from './world.js';

type CatalogueOf<Name extends ServiceName> = Awaited<ReturnType<(typeof services)[Name]['load']>>['default'];
type ClientOf<Name extends ServiceName> = CatalogueOf<Name> extends Service<infer Calls, infer Words> ? Client<Calls, Words> : never;

export class Context {
  readonly world: World;
  readonly flags: Flags;
  readonly redact: Redaction = redaction();
  readonly #unsettled: boolean;
  /** Told of what happens to the session: what watches says it in words, a screen shows it (SPEC.md section 4). */
  onSession: ((event: SessionEvent) => void) | undefined;
  /** The caller's own name for what moves value now (--client-ref): it takes effect once. */
  clientRef: string | undefined;
  /** What that name stands for, where the request itself holds what is made anew each time. */
  askedFor: string | undefined;
  /** What a command says, and has read, of what moves value now: the guard goes by it. */
  readonly transfer: TransferContext = {};
  #config: Config | undefined;
  #settings: Settings | undefined;
  #session: SignedIn | undefined;
  #store: SessionStore | undefined;
  #sandbox: Promise<Embedded> | undefined;
  #pool: Promise<Pool> | undefined;

  constructor(world: World, flags: Flags, { unsettled = false }: Pick<Command, 'unsettled'> = {}) {
    this.world = flags.linear ? linear(world) : world;
    this.flags = flags;
    this.#unsettled = unsettled;
  }

  get paths() {
    return paths(this.world);
  }
  /** @throws {LocalFailure} when the configuration cannot be read. */
  get config(): Config {
    this.#config ??= readConfig(this.paths.config);
    return this.#config;
  }
  get settings(): Settings {
    this.#settings ??= this.#resolve();
    return this.#settings;
  }
  /** Where a command runs unsettled and no setting can be read, the flags alone count. */
  #resolve(): Settings {
    try {
      return resolve(this.flags, this.world.env, this.config, findProject(this.world.cwd));
    } catch (error) {
      if (!this.#unsettled) throw error;
      const { profile: _, ...flags } = this.flags;
      return resolve(flags, {}, { profiles: {} });
    }
  }
  /** Whether errors are told as JSON; never throws, since it is asked while a failure is explained. */
  get jsonErrors(): boolean {
    const { errorFormat, json, output } = this.flags;
    return errorFormat === undefined ? json === true || output === 'json' || output === 'ndjson' : errorFormat === 'json';
  }
  /** Whether the embedded back end is in use. */
  get embedded(): boolean {
    return this.settings.profile.value === sandboxProfile;
  }
  get sessionFile(): string {
    return this.paths.session(this.settings.profile.value);
  }
  /** Where the session of the profile in use is kept. */
  get store(): SessionStore {
    this.#store ??= this.storeOf(this.settings.profile.value);
    return this.#store;
  }
  /** Where the session of a profile is kept. */
  storeOf(profile: string): SessionStore {
    const { world } = this;
    return new SessionStore({
      file: this.paths.session(profile),
      warn: (line) => this.log(`  ${line}`),
      keyring: () => world.keyring?.() ?? import('../session/keyring.js').then(({ openKeyring }) => openKeyring()),
    });
  }

  get lockFile(): string {
    return this.paths.lock(this.settings.profile.value);
  }

  /** The one way to stderr: no secret leaves by it. A test holds that there is no other. */
  writeError(text: string): void {
    this.world.stderr.write(this.redact.clean(text));
  }
  /** A line for a person; kept back where stderr is to hold one JSON object. */
  log(line: string): void {
    if (!this.flags.quiet && !this.jsonErrors) this.writeError(`${escapeLines(this.redact.clean(line))}\n`); // cleaned before anything is escaped
  }
  get #streams() {
    const { world } = this;
    return {
      stdout: world.stdout,
      stderr: { write: (text: string) => this.writeError(text), isTTY: world.stderr.isTTY === true },
      env: world.env,
      now: () => world.clock.now(),
    };
  }

  /** Who is signed in with the profile in use. */
  get session(): SignedIn {
    const { world, redact, store, lockFile } = this;
    this.#session ??= new SignedIn({
      world,
      readFile: async (file) => (await import('./input-file.js')).readInput(world, file),
      redact,
      store,
      basic: () => this.settings.of,
      lockFile,
      reach: () => this.requestContext(),
      report: (event) => {
        const { kind } = event;
        this.onSession?.(event);
        if ((this.flags.verbose ?? 0) > 0) this.writeError(`  session of profile ${this.settings.profile.value}: ${kind}\n`);
      },
    });
    return this.#session;
  }

  /** How the services are reached, with the embedded back end started where the profile is its own. */
  async requestContext(): Promise<RequestContext> {
    const { settings } = this;
    const base = this.embedded ? await this.#embed() : (service: string) => baseAddress(settings.of, service);
    const level = this.flags.verbose ?? 0;
    const tracing =
      level > 0
        ? (await import('../services/http/trace.js')).trace(level, this.redact.clean, (line) =>
            this.writeError(`${escapeControls(line)}\n`),
          )
        : undefined;
    const { world } = this;
    return {
      ...this.asking(base, this.session.credentials),
      exchange: await this.#exchange(),
      ...(tracing ? { trace: tracing } : {}),
      stopped: () => world.stopped?.() ?? world.signal?.aborted === true,
      get signal() {
        return world.signal;
      },
    };
  }

  /** One connection a call, or undici's pools where the environment names a proxy. The embedded back end is never behind one. @throws {BadInput} BAD_PROXY */
  async #exchange(): Promise<Transport> {
    if (this.embedded || !namesProxy(this.world.env)) return nodeTransport;
    const { proxiesOf, proxyPasswords } = await import('../services/http/proxies.js');
    const proxies = proxiesOf(this.world.env);
    if (!proxies) return nodeTransport;
    for (const password of proxyPasswords([proxies.httpProxy, proxies.httpsProxy])) this.redact.add(password);
    this.#pool ??= import('../services/http/undici-transport.js').then(({ undiciTransport }) => undiciTransport({ proxies }));
    return (await this.#pool).exchange;
  }

  /** What every request of this run says, beside the transport. */
  asking(base: RequestContext['base'], credentials: Credentials): Omit<RequestContext, 'exchange'> {
    const { clientId, clientVersion, language, timeout, maxBody } = this.settings;
    return {
      base,
      credentials,
      clientId: clientId.value,
      clientVersion: clientVersion.value,
      language: language.value,
      timeout: timeout.value,
      maxBody: maxBody.value,
      userAgent: `tuk/${this.world.version}`,
    };
  }

  async #embed(): Promise<RequestContext['base']> {
    this.#sandbox ??= import('./embedded-sandbox.js').then(({ Embedded }) => new Embedded(this.world, this.paths.sandbox));
    const sandbox = await this.#sandbox;
    if (!sandbox.started) this.log('◇ sandbox: nothing here is real');
    const url = await sandbox.url();
    return (service) => `${url}/${service}`;
  }

  /** The typed client of a service. */
  async client<Name extends ServiceName>(name: Name): Promise<ClientOf<Name>> {
    const { client } = await import('../services/client.js');
    return client(await catalogue(name), await this.requestContext()) as ClientOf<Name>;
  }

  /** Whether `--dry-run` or `--print-curl` asks to see a request instead of sending it. */
  get onlyShows(): boolean {
    return this.flags.dryRun === true || this.flags.printCurl === true;
  }

  /**
   * Makes a call whose request `build` puts together; nothing for `--dry-run` and `--print-curl`, which print it instead.
   * @throws whatever `confirm` and the exchange throw.
   */
  async perform(call: Call, build: (reach: RequestContext) => Promise<HttpRequest>): Promise<Response | undefined> {
    if (this.onlyShows) return (await import('./dry-run.js')).shown(this, call, build);
    if (call.as === 'bytes' && this.world.stdout.isTTY && !this.flags.quiet) throw (await import('./dry-run.js')).binary(call);
    const reach = await this.requestContext();
    const request = await build(reach);
    if (call.effect !== 'none') return (await import('./send-agreed.js')).sendAgreed(this, call, request, reach);
    const tries = this.settings.retry.value;
    if (tries === 0 || call.method !== 'GET') return sendRequest(call, request, reach);
    const { withRetry } = await import('../services/http/retry.js');
    return withRetry(() => sendRequest(call, request, reach), {
      tries,
      maxWait: this.settings.maxWait.value,
      say: (line) => this.log(line),
      signal: this.world.signal,
    });
  }

  /** What the person wants of the output. @throws {BadInput} for an unknown form. */
  get outputOptions(): OutputOptions {
    const { fields, jq, columns, sortBy, quiet, reveal } = this.flags;
    const { value: form, origin } = this.settings.output;
    if (form !== undefined && !isForm(form))
      throw new BadInput(
        'UNKNOWN_FORM',
        `${JSON.stringify(form)} is no form of output (${origin}).`,
        suggestion(form, forms, `There are: ${forms.join(', ')}.`),
      );
    const list = (text: string) => text.split(',').map((part) => part.trim());
    return {
      ...(form === undefined ? {} : { form }),
      ...(fields === undefined ? {} : { fields: list(fields) }),
      ...(columns === undefined ? {} : { columns: list(columns) }),
      ...(jq === undefined ? {} : { jq }),
      ...(sortBy === undefined ? {} : { sortBy }),
      ...(quiet ? { quiet } : {}),
      ...(reveal ? { reveal } : {}),
      explicitJson: origin === '--json' || origin === '--output',
    };
  }

  /** Prints a JSON text in the form that was asked for. */
  async print(json: string, hints: Presentation = {}): Promise<void> {
    await printJson(json, this.outputOptions, this.#streams, hints);
  }
  async printText(text: string): Promise<void> {
    await (await import('./output/render.js')).printText(text, this.outputOptions, this.#streams);
  }
  /** What `print` would print, as text. */
  async rendered(json: string, hints: Presentation): Promise<string> {
    return (await import('./output/render.js')).rendered(json, this.outputOptions, this.#streams, hints);
  }
  /** Prints lines for eyes, in colours where the terminal has them. */
  async printLines(lines: readonly Line[]): Promise<void> {
    await (await import('./output/render.js')).printLines(lines, this.outputOptions, this.#streams);
  }
  async printBytes(bytes: Uint8Array): Promise<void> {
    await (await import('./output/render.js')).printBytes(bytes, this.outputOptions, this.#streams);
  }
  /** Prints an answer as it is: JSON, text or bytes; nothing for an empty one. */
  async printReply(reply: Response, hints: Presentation = {}): Promise<void> {
    if (reply.call.as === 'bytes') return this.printBytes(reply.bytes);
    if (reply.call.as === 'text') return this.printText(reply.text);
    if (reply.text === '') return this.log(`${reply.call.service} ${kebab(reply.call.name)}: done, the answer is empty.`);
    try {
      await this.print(reply.text, hints);
    } catch (error) {
      if (!(error instanceof Failure) || reply.call.effect === 'none') throw error;
      await printJson(reply.text, {}, this.#streams);
      throw (await import('./send-agreed.js')).notShown(error);
    }
  }

  /** Ends what the run has started. */
  async close(): Promise<void> {
    await (await this.#sandbox)?.close();
    await (await this.#pool)?.close();
  }
}

/** The same world for a person who wants plain lines; what it holds is still made when it is first asked for. */
const linear = (world: World): World => Object.create(world, { env: { value: { ...world.env, ACCESSIBLE: '1' }, enumerable: true } });
