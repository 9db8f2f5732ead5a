// The options of curl, by what a request takes over from them.

/** What becomes of an option. `secret` and `refused` have a name for people. */
type Meaning =
  | 'method'
  | 'header'
  | 'data'
  | 'data-raw'
  | 'data-urlencode'
  | 'json'
  | 'get'
  | 'url'
  | 'time'
  | 'nothing'
  | 'other'
  | 'secret'
  | 'refused';

export interface CurlOption {
  readonly name: string;
  readonly meaning: Meaning;
  readonly takesValue: boolean;
}

/** Options with a value, by meaning. Those of `other` change how curl sends or prints, which tuk decides itself. */
const valued: Readonly<Partial<Record<Meaning, string>>> = {
  method: 'request',
  header: 'header',
  data: 'data data-ascii data-binary',
  'data-raw': 'data-raw',
  'data-urlencode': 'data-urlencode',
  json: 'json',
  url: 'url',
  time: 'max-time',
  secret: 'user cookie oauth2-bearer proxy-user proxy-header cert key pass aws-sigv4 delegation',
  refused: 'form form-string upload-file config url-query request-target variable',
  other: `proxy cacert capath cert-type key-type resolve connect-to socks5 socks5-hostname socks4 unix-socket
    interface doh-url ciphers tls-max tls13-ciphers proxy-cacert range noproxy preproxy time-cond`,
  nothing: `output output-dir cookie-jar user-agent referer connect-timeout retry retry-delay retry-max-time
    max-redirs write-out dump-header stderr trace trace-ascii limit-rate speed-limit speed-time
    keepalive-time expect100-timeout happy-eyeballs-timeout-ms max-filesize dns-servers local-port
    libcurl rate create-file-mode continue-at`,
};
/** Options without a value. */
const plain: Readonly<Partial<Record<Meaning, string>>> = {
  get: 'get',
  refused: 'head next parallel',
  other: 'insecure proxy-insecure anyauth digest ntlm negotiate netrc netrc-optional',
  nothing: `silent show-error location location-trusted verbose include compressed fail fail-with-body
    fail-early globoff http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 ipv4 ipv6 no-buffer
    no-keepalive no-progress-meter progress-bar remote-name remote-header-name remote-time
    create-dirs ssl ssl-reqd sslv3 tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 basic path-as-is post301
    post302 post303 raw retry-all-errors retry-connrefused tcp-nodelay tcp-fastopen tr-encoding
    styled-output append disable use-ascii junk-session-cookies ssl-no-revoke ssl-allow-beast
    no-alpn no-sessionid list-only manual help version`,
};
/** The short spelling of each option that has one. */
const shorts: Readonly<Record<string, string>> = {
  ...{ X: 'request', H: 'header', d: 'data', u: 'user', b: 'cookie', G: 'get', m: 'max-time', I: 'head', F: 'form' },
  ...{
    T: 'upload-file',
    K: 'config',
    ':': 'next',
    Z: 'parallel',
    U: 'proxy-user',
    E: 'cert',
    x: 'proxy',
    k: 'insecure',
  },
  ...{ c: 'cookie-jar', o: 'output', A: 'user-agent', e: 'referer', w: 'write-out', D: 'dump-header', r: 'range' },
  ...{ y: 'speed-time', Y: 'speed-limit', z: 'time-cond', C: 'continue-at', n: 'netrc', s: 'silent', S: 'show-error' },
  ...{ L: 'location', v: 'verbose', i: 'include', f: 'fail', g: 'globoff', '0': 'http1.0', '1': 'tlsv1', '2': 'tlsv1' },
  ...{
    '3': 'sslv3',
    '4': 'ipv4',
    '6': 'ipv6',
    N: 'no-buffer',
    '#': 'progress-bar',
    O: 'remote-name',
    R: 'remote-time',
  },
  ...{ J: 'remote-header-name', a: 'append', q: 'disable', B: 'use-ascii', j: 'junk-session-cookies', l: 'list-only' },
  ...{ M: 'manual', h: 'help', V: 'version' },
};

const options: ReadonlyMap<string, CurlOption> = new Map(
  [
    [valued, true],
    [plain, false],
  ].flatMap(([table, takesValue]) =>
    Object.entries(table as Record<Meaning, string>).flatMap(([meaning, names]) =>
      names
        .split(/\s+/)
        .map((name) => [name, { name, meaning: meaning as Meaning, takesValue: takesValue as boolean }] as const),
    ),
  ),
);

/** An option of curl by its long or its short name, without hyphens; undefined for an unknown one. */
export const curlOption = (name: string): CurlOption | undefined =>
  options.get(name.length === 1 && Object.hasOwn(shorts, name) ? shorts[name]! : name);
