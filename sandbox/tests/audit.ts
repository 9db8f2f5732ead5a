// A foreign audit of a sandbox's state: plain SQL and rules of book-keeping, without any code of the sandbox. Stories between kinds are checked by `support/world-check`.
type Fields = Readonly<Record<string, unknown>>;
interface AuditRow {
  readonly table: string;
  readonly id: string;
  readonly owner: string | null;
  readonly at: number;
  readonly body: Fields;
}

/** Ids that no row has: of apps of partners, of searches, and of rows that are computed. */
const computed = /^(appId|searchId|productId|tokenId|deviceId|requestId|entityId|authNonce|stationId|missionId)$/;
/** The times of something that has happened. */
const past =
  /^(at|createdAt|updatedAt|paidAt|usedAt|refundedAt|claimedAt|acquiredAt|settledAt|verifiedAt|closedAt|completedAt|requestedAt|phoneVerifiedAt)$/;
/** Sessions, and what signs in, live on the wall clock. */
const onWallClock = new Set(['session', 'log', 'deferred_code', 'mobile']);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What answers SQL: the state of a sandbox. */
interface Rows {
  all<Row>(sql: string): Row[];
}
/** The inconsistencies of a state, a sentence each. @param wall the wall clock of the sandbox, epoch milliseconds */
export function auditWorld(state: Rows, wall: number): string[] {
  const tables = state
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .map(({ name }) => name)
    .filter((name) => state.all<{ name: string }>(`PRAGMA table_xinfo("${name}")`).some((one) => one.name === 'body'));
  const rows = tables.flatMap((table) =>
    state
      .all<Omit<AuditRow, 'body'> & { body: string }>(`SELECT id, owner, at, body FROM "${table}" ORDER BY ordinal`)
      .map((row): AuditRow => ({ ...row, table, body: JSON.parse(row.body) as Fields })),
  );
  const [clock] = state.all<{ base: number; wallBase: number; rate: number }>('SELECT base, wallBase, rate FROM clock');
  const now = clock!.base + Math.max(0, wall - clock!.wallBase) * clock!.rate;
  const postings = state.all<Posting>('SELECT account, unit, amount, cause FROM posting');
  const holdings = state.all<Omit<Posting, 'cause'>>('SELECT account, unit, amount FROM holding');
  return [
    ...timeFindings(rows, now),
    ...referenceFindings(rows),
    ...pointsFindings(rows, holdings),
    ...ledgerFindings(postings, holdings),
  ];
}

/** Every field below a value: its name, and its value. */
function* fieldsOf(value: unknown, name = ''): Generator<readonly [name: string, value: unknown]> {
  if (Array.isArray(value)) for (const one of value) yield* fieldsOf(one, name);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* fieldsOf(one, key);
  else yield [name, value];
}
const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? Date.parse(value) : undefined;

/** Nothing has happened in the future, before its own row began, or before its owner joined; a log is in order and ends at the status; numbers are decimals. */
function timeFindings(rows: readonly AuditRow[], now: number): string[] {
  const joined = new Map(
    rows.filter(({ table }) => table === 'user').map(({ id, body }) => [id, timeOf(body.createdAt)!]),
  );
  return rows.flatMap((row): string[] => {
    const { table, id, owner, body } = row;
    const what = `${table} ${id}`;
    const born = owner === null ? undefined : joined.get(owner);
    const begun = timeOf(body.createdAt);
    const problems: string[] = [];
    if (owner !== null && uuid.test(owner) && born === undefined) problems.push(`${what} belongs to nobody`);
    for (const [name, value] of fieldsOf(body)) {
      if (typeof value === 'string' && /^-?\d+(\.\d+)?e[+-]?\d+$/i.test(value))
        problems.push(`${what}: ${name} has an exponent: ${value}`);
      const at = past.test(name) ? timeOf(value) : undefined;
      if (at === undefined || onWallClock.has(table)) continue;
      if (at > now + 1000) problems.push(`${what}: ${name} is in the future`);
      if (born !== undefined && at < born) problems.push(`${what}: ${name} is before its owner joined`);
      if (begun !== undefined && at < begun) problems.push(`${what}: ${name} is before createdAt`);
    }
    if (begun !== undefined && !onWallClock.has(table) && Math.abs(begun - row.at) > 1000)
      problems.push(`${what}: createdAt is not the time of the row`);
    return [...problems, ...logFindings(what, body)];
  });
}
function logFindings(what: string, { status, statusLog }: Fields): string[] {
  if (!Array.isArray(statusLog)) return [];
  const steps = statusLog as readonly { readonly status: string; readonly at: string }[];
  const times = steps.map(({ at }) => Date.parse(at));
  return [
    ...(times.some((at, index) => index > 0 && at < times[index - 1]!) ? [`${what}: its log is not in order`] : []),
    ...(steps.at(-1)?.status === status
      ? []
      : [`${what}: is ${status}, and its log ends with ${steps.at(-1)?.status}`]),
  ];
}

/** Every id in a row exists. Kinds without a seed yet are skipped. */
function referenceFindings(rows: readonly AuditRow[]): string[] {
  const ids = new Set(rows.map(({ id }) => id));
  const tables = new Set(rows.map(({ table }) => table));
  const lateTables: Readonly<Record<string, string>> = {
    ...{ orderId: 'store_order', leaseApplicationId: 'lease_application', paymentId: 'asset_payment' },
  };
  const isSeeded = (name: string) => lateTables[name] === undefined || tables.has(lateTables[name]);
  return rows.flatMap(({ table, id, body }) =>
    [...fieldsOf(body)].flatMap(([name, value]) =>
      typeof value === 'string' && uuid.test(value) && !computed.test(name) && !ids.has(value) && isSeeded(name)
        ? [`${table} ${id}: ${name} names ${value}, which no row is`]
        : [],
    ),
  );
}

/** Each balance of the history of points follows from the one before, and the last one is what the ledger holds. */
function pointsFindings(rows: readonly AuditRow[], holdings: readonly Omit<Posting, 'cause'>[]): string[] {
  const scale = 10n ** 8n;
  const base = (amount: unknown): bigint => {
    const [, minus = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
    return (minus ? -1n : 1n) * (BigInt(whole) * scale + BigInt(rest.padEnd(8, '0')));
  };
  const last = new Map<string, { readonly balance: bigint; readonly at: number }>();
  const problems: string[] = [];
  for (const { table, id, owner, at, body } of rows) {
    if (table !== 'points_change') continue;
    const before = last.get(owner!) ?? { balance: 0n, at: 0 };
    if (before.balance + base(body.amount) !== base(body.balanceAfter))
      problems.push(`points_change ${id}: the balance does not follow`);
    if (at < before.at) problems.push(`points_change ${id}: is before the one before it`);
    last.set(owner!, { balance: base(body.balanceAfter), at });
  }
  for (const [owner, { balance }] of last) {
    const held = BigInt(
      holdings.find(({ account, unit }) => account === `balance:${owner}:MVP` && unit === 'MVP')?.amount ?? '0',
    );
    if (held !== balance)
      problems.push(`the history of points of ${owner} ends with ${balance}, and the ledger holds ${held}`);
  }
  return problems;
}

interface Posting {
  readonly account: string;
  readonly unit: string;
  readonly amount: string;
  readonly cause: string;
}
/** Money is conserved: each cause and each unit sums to nothing, and an account holds what was posted to it, never less than nothing. */
function ledgerFindings(postings: readonly Posting[], holdings: readonly Omit<Posting, 'cause'>[]): string[] {
  const sums = (keyOf: (posting: Posting) => string) => {
    const byKey = new Map<string, bigint>();
    for (const one of postings) byKey.set(keyOf(one), (byKey.get(keyOf(one)) ?? 0n) + BigInt(one.amount));
    return byKey;
  };
  const accounts = sums(({ account, unit }) => `${account} ${unit}`);
  return [
    ...[...sums(({ unit }) => unit)].flatMap(([unit, sum]) => (sum === 0n ? [] : [`${unit} sums to ${sum}`])),
    ...[...sums(({ cause, unit }) => `${cause} ${unit}`)].flatMap(([cause, sum]) =>
      sum === 0n ? [] : [`${cause} sums to ${sum}`],
    ),
    ...holdings.flatMap(({ account, unit, amount }) =>
      (accounts.get(`${account} ${unit}`) ?? 0n) === BigInt(amount)
        ? []
        : [`${account} holds ${amount} ${unit}, and other was posted to it`],
    ),
    ...holdings.flatMap(({ account, unit, amount }) =>
      BigInt(amount) < 0n && !account.startsWith('mint:') ? [`${account} holds ${amount} ${unit}`] : [],
    ),
  ];
}
