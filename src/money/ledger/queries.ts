// The queries of the ledger, and the indexes that they use: no command reads the ledger whole, but those that are asked
// for all of it.

/** Made after the columns of an earlier version: some index them. */
export const indexes = `
  CREATE INDEX IF NOT EXISTS operation_at ON operation (at, id);
  CREATE INDEX IF NOT EXISTS operation_service_at ON operation (serviceAt, at, profile, origin, account);
  CREATE INDEX IF NOT EXISTS operation_owner ON operation (profile, origin, account);
  CREATE INDEX IF NOT EXISTS operation_call ON operation (service, call, at);
  CREATE INDEX IF NOT EXISTS operation_ref ON operation (ref) WHERE ref IS NOT NULL;
  CREATE INDEX IF NOT EXISTS operation_within ON operation (within) WHERE within IS NOT NULL;
  CREATE INDEX IF NOT EXISTS operation_open ON operation (service, outcome, account) WHERE outcome IN ('sending', 'unknown', 'accepted', 'mined');
  CREATE INDEX IF NOT EXISTS operation_recipient ON operation (recipient, profile, origin, account, at) WHERE recipient IS NOT NULL;
  CREATE INDEX IF NOT EXISTS operation_object ON operation (object, profile, origin, account, at) WHERE object IS NOT NULL;
  CREATE INDEX IF NOT EXISTS operation_group_to ON operation (recipient, profile, origin, account, service, call, outcome, lastStatus, object) WHERE recipient IS NOT NULL;
  CREATE INDEX IF NOT EXISTS operation_group_on ON operation (object, profile, origin, account, service, call, outcome, lastStatus, recipient) WHERE object IS NOT NULL;
  CREATE INDEX IF NOT EXISTS evm_sighting_of_operation ON evm_sighting (operation);
  CREATE UNIQUE INDEX IF NOT EXISTS evm_original_of_operation ON evm_transaction (operation) WHERE kind = 'original';
  CREATE UNIQUE INDEX IF NOT EXISTS evm_original_of_nonce ON evm_transaction (chain, sender, nonce) WHERE kind = 'original';
  CREATE UNIQUE INDEX IF NOT EXISTS expiring_of_operation ON evm_transaction (operation) WHERE kind = 'expiring';
`;

/** The index of the grants: their tables came later. */
export const grantIndex =
  'CREATE INDEX IF NOT EXISTS operation_grant ON operation (grantId, at) WHERE grantId IS NOT NULL;\n';

const open = "outcome IN ('sending', 'unknown', 'accepted', 'mined')";
const newestFirst = 'ORDER BY at DESC, id DESC';
const ofOwner = 'profile = ? AND origin IS NOT DISTINCT FROM ? AND account IS NOT DISTINCT FROM ?';
/** In the order of the indexes, so that groups are counted without a sort. */
const group = 'profile, origin, account, service, call, outcome, lastStatus';

const grantRows =
  'SELECT grants.id AS id, grants.at AS at, expiresAt, profile, account, grants.host AS host, madeBy, terms, revocations.at AS revokedAt FROM grants LEFT JOIN revocations ON revocations.id = grants.id';
/** What a search compares. */
const texts =
  'id at serviceAt settledAt outcome ref recipient amount token profile service call lastStatus note answer found'.split(
    ' ',
  );
const together = texts.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ");
/** A text with a letter that is not of ASCII, or with an escape of JSON, may be another spelling of a text. */
const isSpelled = (column: string) => `octet_length(${column}) > length(${column}) OR instr(${column}, '\\') > 0`;

/** How many plans were applied or withdrawn, and grants revoked: none is open again in a ledger that is whole. */
const usedUp = '((SELECT count(*) FROM plan) + (SELECT count(*) FROM revocations))';

/** Each query by its name; `?` are the values that `ledger.ts` passes. */
export const queries = {
  byId: 'SELECT * FROM operation WHERE id = ?',
  /** What a ledger says of itself, with the time of one operation, in one way to the database. */
  state: `SELECT (SELECT value FROM meta WHERE name = 'moved') AS moved, (SELECT value FROM meta WHERE name = 'id') AS id,
    ${usedUp} AS plans, (SELECT at FROM operation WHERE id = ?) AS at`,
  usedUp: `SELECT ${usedUp} AS count`,
  newestRow: 'SELECT id, at FROM operation ORDER BY rowid DESC LIMIT 1',
  countOfMonth: 'SELECT count(*) AS count FROM operation WHERE id >= ? AND id < ?',
  byReference: `SELECT * FROM operation WHERE ref = ? ${newestFirst}`,
  /** `||`: by both indexes, and sorted afterwards. */
  window: "SELECT * FROM operation WHERE at > ? OR serviceAt > ? ORDER BY at || '' DESC, id || '' DESC",
  /** `||`: by the index of times, which a window of a day bounds. */
  prices: "SELECT DISTINCT at, prices FROM operation WHERE at > ? AND profile || '' = ? AND prices IS NOT NULL",
  owners: 'SELECT DISTINCT profile, origin, account FROM operation',
  ownersBefore:
    "SELECT DISTINCT profile || '' AS profile, origin || '' AS origin, account || '' AS account FROM operation WHERE serviceAt <= ? AND at <= ?",
  calls: 'SELECT DISTINCT service, call FROM operation',
  ofCall: `SELECT * FROM operation WHERE service = ? AND call = ? ${newestFirst}`,
  newestOfCall: `SELECT * FROM operation WHERE service = ? AND call = ? AND ${ofOwner} ORDER BY at DESC LIMIT ?`,
  /** The done, accepted and unknown operations of a call whose response contains a text. */
  responding: `SELECT * FROM operation WHERE service = ? AND call = ? AND outcome IN ('done', 'accepted', 'unknown') AND instr(answer, ?) > 0 ${newestFirst}`,
  within: `SELECT * FROM operation WHERE within = ? ${newestFirst}`,
  openOf: `SELECT * FROM operation WHERE ${open} AND service = ? AND account = ? ${newestFirst}`,
  unknownOf: `SELECT * FROM operation WHERE ${open} AND service = ? AND outcome IN ('sending', 'unknown') ${newestFirst}`,
  ofRecipient: `SELECT * FROM operation WHERE recipient = ? AND ${ofOwner} ORDER BY at DESC LIMIT ?`,
  ofObject: `SELECT * FROM operation WHERE object = ? AND ${ofOwner} ORDER BY at DESC LIMIT ?`,
  objects: `SELECT * FROM operation WHERE object = ? AND profile = ? ${newestFirst}`,
  /** The distinct recipients, each by a step to the next one in the index. */
  recipients: `WITH RECURSIVE known (text) AS (SELECT min(recipient) FROM operation WHERE recipient IS NOT NULL
    UNION ALL SELECT (SELECT min(recipient) FROM operation WHERE recipient > known.text) FROM known WHERE known.text IS NOT NULL)
    SELECT text FROM known WHERE text IS NOT NULL`,
  groupsOfRecipient: `SELECT ${group}, recipient, object, count(*) AS times FROM operation WHERE recipient = ? GROUP BY recipient, ${group}, object`,
  count: 'SELECT count(*) AS count FROM operation',
  grants: `${grantRows} ORDER BY grants.at DESC, grants.id`,
  grantById: `${grantRows} WHERE grants.id = ?`,
  grantByHash: `${grantRows} WHERE grants.hash = ?`,
  /** What a grant has spent since a time, by either clock. */
  ofGrant:
    'SELECT id, at, serviceAt, service, call, outcome, ending, settledBy, amount, token, usd, atMost, atMostToken, stated, fee, feeToken, feeUsd, receiptFee, within FROM operation WHERE grantId = ? AND (at > ? OR serviceAt > ?) ORDER BY at DESC, id DESC',
  /** The operations of a profile whose request or response has a text, in small letters. */
  holding: `SELECT * FROM operation WHERE profile = ? AND (instr(lower(url), ?) > 0 OR instr(lower(body), ?) > 0 OR instr(lower(answer), ?) > 0) ${newestFirst}`,
  /** The operations with a text in small letters in any field, or with a text that may be another spelling of it. */
  naming: `SELECT * FROM operation WHERE instr(lower(${together}), ?) > 0 OR ${texts.map(isSpelled).join(' OR ')} ${newestFirst}`,
} as const;

const listed = (values: readonly unknown[]) => values.map(() => '?').join(', ');

/** The newest operations before a time and an id, of one profile and of some pairs of service and call if they are given; in the order of the index of times. */
export const pageQuery = (hasProfile: boolean, calls: readonly unknown[] | undefined): string =>
  `SELECT * FROM operation WHERE (at, id) < (?, ?)${hasProfile ? " AND profile || '' = ?" : ''}${
    calls === undefined ? '' : calls.length === 0 ? ' AND 1 = 0' : ` AND service || ' ' || call IN (${listed(calls)})`
  } ${newestFirst} LIMIT ?`;
/** Groups on an object of recipients that are not in a list: one of them stands for all of a group, which may have thousands. */
export const groupsOfObjectQuery = (recipients: readonly unknown[]): string =>
  `SELECT ${group}, min(recipient) AS recipient, object, count(*) AS times FROM operation WHERE object = ? AND recipient IS NOT NULL${
    recipients.length === 0 ? '' : ` AND recipient NOT IN (${listed(recipients)})`
  } GROUP BY object, ${group}`;
