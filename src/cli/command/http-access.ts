// The HTTP access of a run: addresses, credentials, transport, trace. The first request opens the embedded sandbox.

import type { Call } from '../../services/catalogue/define.js';
import type { CallMap } from '../../services/decode/map.js';
import type { Deadline } from '../../services/http/deadline.js';
import { nodeTransport } from '../../services/http/node-transport.js';
import { proxiesOf, proxyFor, proxyNames, proxyPasswords } from '../../services/http/proxies.js';
import { namesProxy } from '../../services/http/proxy-variables.js';
import type { Credentials } from '../../services/http/security.js';
import type { RequestContext } from '../../services/http/send.js';
import { clockOffset } from '../../services/http/service-clock.js';
import { type TraceMask, trace } from '../../services/http/trace.js';
import type { HttpResponse, Pool, Transport } from '../../services/http/transport.js';
import { undiciTransport } from '../../services/http/undici-transport.js';
import { paths } from '../../session/paths.js';
import { baseAddress } from '../../session/profile.js';
import { sentHeaders } from '../../session/profile-headers.js';
import { fileAbove, mapName } from '../../session/project-file.js';
import { maskedJson, maskedUrl } from '../output/masked-json.js';
import { checkListed } from '../settings/listed-settings.js';
import { type Flags, isEmbedded, type Settings } from '../settings/options.js';
import type { World } from '../settings/world.js';
import type { CommandOutput } from './command-output.js';
import { type Embedded, openEmbedded } from './embedded-sandbox.js';
import type { Note } from './notes.js';
import { openPlatformMap, type PlatformMap } from './platform-map.js';
import { isLocalSandbox, localOrigin } from './sandbox-detection.js';

export interface HttpAccess {
  /**
   * The context of requests. Opens the embedded sandbox in the profile `sandbox`.
   * @throws {BadInput} BAD_VALUE, an unlisted language or client id, a header of the profile; {LocalFailure}
   */
  requestContext(): Promise<RequestContext>;
  /**
   * Whether a service is in a sandbox: the embedded one, or a local server that identifies itself as one. Cached.
   * @throws {Failure} without a response
   */
  reachesSandbox(service: string): Promise<boolean>;
  /** What the map of the platform says of a call, or of a thing in its response; nothing before `requestContext`. */
  mapOf(call: Pick<Call, 'service' | 'name'>, thing?: string): CallMap | undefined;
  /** The map in use, if there is one. @throws {LocalFailure} BAD_MAP */
  platformMap(): Promise<PlatformMap | undefined>;
  /** The offset of the service's clock from this machine's in its last response, milliseconds; 0 before a response. */
  readonly clockOffset: number;
  /** The last response with a time, when this machine had it, epoch milliseconds, and how long it took, milliseconds. */
  readonly timed: TimedResponse | undefined;
  /**
   * The clock offset of one origin, for facts that a wrong clock would falsify; undefined before a response with a
   * time.
   */
  clockAhead(url: string): number | undefined;
}

type TimedResponse = readonly [response: HttpResponse, at: number, took: number];
interface Dependencies {
  readonly world: World;
  readonly flags: Flags;
  readonly settings: () => Settings;
  readonly deadline: Deadline;
  readonly credentials: () => Credentials;
  readonly out: Pick<CommandOutput, 'redact' | 'writeLine' | 'log' | 'isMasked'>;
  /** Called when a sandbox is reached: the embedded one, or a server that marks its responses as one. */
  readonly saySandbox: () => void;
  readonly note: (note: Note) => void;
}

export class RunHttp implements HttpAccess {
  readonly #deps: Dependencies;
  readonly #sandboxes = new Map<string, Promise<boolean>>();
  clockOffset = 0;
  timed: TimedResponse | undefined;
  #sandbox: Promise<Embedded> | undefined;
  #pool: Pool | undefined;
  #context: RequestContext | undefined;
  #map: PlatformMap | undefined;
  /** By origin. */
  readonly #clocks = new Map<string, number>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async requestContext(): Promise<RequestContext> {
    this.#context ??= await this.#requestContext();
    return this.#context;
  }

  async #requestContext(): Promise<RequestContext> {
    const { world, flags, out, credentials } = this.#deps;
    const settings = this.#deps.settings();
    if (!flags.allowUnknownWord)
      for (const [name, { value, origin }] of [
        ['language', settings.language],
        ['client id', settings.clientId],
      ] as const)
        if (origin !== 'default') checkListed(name, value, origin);
    const sandbox = isEmbedded(settings) ? await this.#embedded() : undefined;
    const map = await this.platformMap();
    const base = (service: string) => (sandbox ? `${sandbox.url}/${service}` : baseAddress(settings.of, service));
    const level = flags.verbose ?? 0;
    if (map && level > 0) out.writeLine(`  ${map.says}`);
    const tracing =
      level > 0
        ? trace(
            level,
            out.redact.clean,
            (line) => out.writeLine(line),
            await this.#proxyOf(),
            out.isMasked('stderr') ? await traceMask() : undefined,
          )
        : undefined;
    return {
      ...requestDefaults(settings, world.version),
      base,
      headers: settings.of.headers && sentHeaders(settings.of.headers, world.env, out, level),
      credentials: credentials(),
      transport: sandbox?.exchange ?? this.#transport(),
      trace: (...request) => {
        const [, { shownUrl }, outcome, took] = request;
        if (!(outcome instanceof Error)) {
          this.#measureClock(shownUrl, outcome, took);
          if (outcome.headers['x-sandbox'] === 'true') this.#deps.saySandbox();
        }
        if (!this.#deps.deadline.hasEnded) tracing?.(...request); // a cancelled request may end after its run
        world.onRequest?.({ redact: out.redact, profile: settings.profile.value }, ...request);
      },
      begins: world.onRequestBegin && ((...request) => world.onRequestBegin?.(out.redact, ...request)),
      deadline: this.#deps.deadline,
      mapOf: this.#map?.of,
    };
  }

  mapOf(...of: Parameters<PlatformMap['of']>): CallMap | undefined {
    return this.#map?.of(...of);
  }
  async platformMap(): Promise<PlatformMap | undefined> {
    const { world } = this.#deps;
    const settings = this.#deps.settings();
    const file = isEmbedded(settings) ? undefined : (settings.of.map ?? fileAbove(world.cwd, mapName));
    if (file !== undefined) this.#map ??= await openPlatformMap(world, settings, file);
    return this.#map;
  }

  async reachesSandbox(service: string): Promise<boolean> {
    const settings = this.#deps.settings();
    if (isEmbedded(settings)) return true;
    const origin = localOrigin(settings, service);
    if (origin === undefined) return false;
    const pending = this.#sandboxes.get(origin) ?? isLocalSandbox(await this.requestContext(), { origin, service });
    this.#sandboxes.set(origin, pending);
    return pending;
  }

  /** The transport to services, through the proxies that the environment names. @throws {BadInput} BAD_VALUE */
  #transport(): Transport {
    const { world, out } = this.#deps;
    const proxies = namesProxy(world.env) ? proxiesOf(world.env) : undefined;
    if (!proxies && world.transport) return world.transport;
    if (proxies)
      for (const password of proxyPasswords([proxies.httpProxy, proxies.httpsProxy])) out.redact.add(password);
    this.#pool ??= proxies ? undiciTransport({ proxies, proxyNames: proxyNames(world.env) }) : nodeTransport();
    return this.#pool.exchange;
  }

  clockAhead(url: string): number | undefined {
    return URL.canParse(url) ? this.#clocks.get(new URL(url).origin) : undefined;
  }

  #measureClock(url: string, response: HttpResponse, took: number): void {
    const at = this.#deps.world.clock.now();
    const offset = clockOffset(response, at, took);
    if (offset === undefined) return;
    this.timed = [response, at, took];
    this.clockOffset = offset;
    this.#clocks.set(new URL(url).origin, offset);
  }

  /** Maps an address to its proxy, for -v. @throws {BadInput} BAD_VALUE */
  async #proxyOf(): Promise<((url: string) => string | undefined) | undefined> {
    const { env } = this.#deps.world;
    if (isEmbedded(this.#deps.settings()) || !namesProxy(env)) return undefined;
    const proxies = proxiesOf(env);
    return (url) => proxyFor(url, proxies)?.shown;
  }

  #embedded(): Promise<Embedded> {
    this.#sandbox ??= this.#openSandbox();
    return this.#sandbox;
  }

  async #openSandbox(): Promise<Embedded> {
    this.#deps.saySandbox();
    const { world } = this.#deps;
    return openEmbedded(world, paths(world).sandbox, this.#deps.note);
  }

  async close(): Promise<void> {
    (await this.#sandbox?.catch(() => undefined))?.close();
    await this.#pool?.close();
  }
}

/** The members of the request context that come from settings. */
export function requestDefaults(
  { clientId, clientVersion, language, timeout, maxBody }: Settings,
  version: string,
): Pick<RequestContext, 'clientId' | 'clientVersion' | 'language' | 'timeout' | 'maxBody' | 'userAgent'> {
  return {
    clientId: clientId.value,
    clientVersion: clientVersion.value,
    language: language.value,
    timeout: timeout.value,
    maxBody: maxBody.value,
    userAgent: `tuk/${version}`,
  };
}

async function traceMask(): Promise<TraceMask> {
  return { body: (text, persons) => maskedJson(text, { persons }), url: maskedUrl };
}
