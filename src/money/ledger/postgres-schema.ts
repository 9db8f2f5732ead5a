// The tables of a ledger in PostgreSQL: numbered migrations, forwards only, and the rights of those who write.

import { randomBytes } from 'node:crypto';
import { addedColumns, stateColumns } from './columns.js';
import { grantIndex, indexes } from './queries.js';

/** A name as PostgreSQL has it: `service_at` for `serviceAt`. */
const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const tables =
  'operation|witness|meta|plan|planned|approval|rule|grants|revocations|evm_transaction|evm_sighting|evm_elsewhere|hold|change|migration';
const part = new RegExp(
  `'[^']*'|\\?|\\binstr\\(|\\b(?:FROM|INTO|UPDATE|JOIN) (?:${tables})\\b|\\b[a-z]+[A-Z]\\w*`,
  'g',
);
/**
 * A statement with the names, the functions and the numbered values of PostgreSQL; what is in quotes stays.
 * @param schema of its tables: a setting of the session would be lost with a pooler
 */
export const translated = (sql: string, schema?: string): string => {
  let count = 0;
  return sql.replace(part, (found) => {
    if (found === '?') return `$${++count}`;
    if (found.startsWith("'")) return found;
    if (found === 'instr(') return 'strpos(';
    const [word, table] = found.split(' ');
    if (table === undefined) return snakeCase(found);
    return schema === undefined ? found : `${word} ${identifier(schema)}.${table}`;
  });
};

/** Texts are compared by their bytes: another order would lose rows between two pages. */
const text = 'text COLLATE "C"';
const texts = (...names: readonly string[]) => names.map((name) => `${name} ${text}`).join(', ');
const required = (...names: readonly string[]) => names.map((name) => `${name} ${text} NOT NULL`).join(', ');
const rowid = 'rowid bigint GENERATED ALWAYS AS IDENTITY UNIQUE';
const known = ['id', 'at', 'pid', 'profile', 'service', 'call', 'method', 'url', 'body', 'outcome', 'status'];
/** Columns of later migrations. */
const later = ['grantId'];
const others = [...new Set<string>([...addedColumns, ...stateColumns])].filter(
  (name) => ![...known, ...later].includes(name),
);

/**
 * The migrations, oldest first: the number of one is its place. Never change one that was released: add another. They
 * run in the schema of the ledger.
 */
export const migrations: readonly string[] = [
  translated(`
CREATE TABLE operation (${rowid}, id ${text} PRIMARY KEY, pid integer NOT NULL, status integer,
  ${required('at', 'profile', 'service', 'call', 'method', 'url', 'outcome')}, ${texts('body', ...others)});
CREATE TABLE witness (${required('owner', 'list', 'row', 'at')}, PRIMARY KEY (owner, list));
CREATE TABLE meta (name ${text} PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE plan (hash ${text} PRIMARY KEY, ${required('how', 'run', 'at')});
CREATE TABLE evm_transaction (${rowid}, hash ${text} PRIMARY KEY, ${required('operation', 'chain', 'network', 'sender', 'raw', 'kind', 'at', 'state')},
  nonce bigint NOT NULL, since bigint, ${texts('blockNumber', 'blockHash')});
CREATE TABLE evm_sighting (${rowid}, ${required('operation', 'at', 'state')}, ${texts('hash', 'blockNumber', 'blockHash')});
CREATE TABLE evm_elsewhere (${rowid}, ${required('chain', 'sender', 'at')}, nonce bigint NOT NULL, ${texts('hash', 'effect')});
CREATE TABLE hold (name ${text} PRIMARY KEY, ${texts('host', 'process', 'since', 'until')}, pid integer);
${indexes}
CREATE INDEX operation_host ON operation (host, at);

CREATE TABLE change (${rowid}, operation ${text} NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp(), role ${text} NOT NULL, host ${text},
  address inet, outcome ${text} NOT NULL, columns jsonb);
CREATE INDEX change_of_operation ON change (operation);
CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  EXECUTE format('INSERT INTO %I.change (operation, role, host, address, outcome, columns) VALUES ($1, $2, $3, $4, $5, $6)', TG_TABLE_SCHEMA)
    USING NEW.id, session_user, current_setting('application_name', true), inet_client_addr(), NEW.outcome,
      CASE WHEN TG_OP = 'UPDATE' THEN (SELECT jsonb_object_agg(n.key, n.value) FROM jsonb_each(to_jsonb(NEW)) n WHERE n.value IS DISTINCT FROM to_jsonb(OLD) -> n.key) END;
  RETURN NULL;
END $$;
CREATE TRIGGER operation_change AFTER INSERT OR UPDATE OF ${stateColumns.join(', ')} ON operation FOR EACH ROW EXECUTE FUNCTION record_change();
CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'nothing of a ledger is removed'; END $$;
`) +
    ['operation', 'change', 'plan', 'evm_transaction', 'evm_sighting', 'evm_elsewhere']
      .map(
        (table) =>
          `CREATE TRIGGER ${table}_stays BEFORE DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();\n`,
      )
      .join(''),
  // plans, their approvals, and limits of the ledger: nobody changes a row. Those who write operations may go on
  `
ALTER TABLE operation ADD COLUMN IF NOT EXISTS plan ${text};
CREATE TABLE planned (${rowid}, id ${text} PRIMARY KEY, ${required('hash', 'seal', 'text')}, ${texts('host')}, role text NOT NULL DEFAULT session_user);
CREATE TABLE approval (${rowid}, ${required('plan', 'address', 'signature', 'at')}, ${texts('host')}, role text NOT NULL DEFAULT session_user, PRIMARY KEY (plan, signature));
CREATE TABLE rule (${rowid}, ${required('origin', 'name', 'at')}, ${texts('value', 'host')}, role text NOT NULL DEFAULT session_user);
CREATE INDEX rule_of_origin ON rule (origin);
DO $$ DECLARE writer text; BEGIN
  FOR writer IN SELECT DISTINCT grantee FROM information_schema.role_table_grants
    WHERE table_schema = current_schema() AND table_name = 'operation' AND privilege_type = 'INSERT' AND grantee <> 'PUBLIC'
  LOOP
    EXECUTE format('GRANT SELECT ON planned, approval, rule TO %I', writer);
    EXECUTE format('GRANT INSERT ON planned, approval TO %I', writer);
  END LOOP;
END $$;
` +
    ['planned', 'approval', 'rule']
      .map(
        (table) =>
          `CREATE TRIGGER ${table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();\n`,
      )
      .join(''),
  // grants: whoever may add a plan may add a grant and its end; nobody changes or removes one
  translated(`
ALTER TABLE operation ADD COLUMN grantId ${text};
${grantIndex}
CREATE TABLE grants (id ${text} PRIMARY KEY, hash ${text} NOT NULL UNIQUE, ${required('at', 'expiresAt', 'profile', 'account', 'host', 'terms')}, madeBy ${text});
CREATE TABLE revocations (id ${text} PRIMARY KEY, ${required('at', 'host')});
${['grants', 'revocations']
  .map(
    (
      table,
    ) => `CREATE TRIGGER ${table}_stay BEFORE DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_removal();
CREATE TRIGGER ${table}_is BEFORE UPDATE ON ${table} FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION refuse_removal();
`,
  )
  .join('')}DO $$ DECLARE writer record; BEGIN
  FOR writer IN SELECT DISTINCT p.grantee FROM information_schema.table_privileges p
    WHERE p.table_schema = current_schema() AND p.table_name = 'plan' AND p.privilege_type = 'INSERT' AND p.grantee NOT IN ('PUBLIC', current_user)
  LOOP EXECUTE format('GRANT SELECT, INSERT ON grants, revocations TO %I', writer.grantee); END LOOP;
END $$;
`),
];

/** An identifier in quotes. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What a writer may: insert, and change the columns of states; never remove. Run by the owner, for each writer. */
export function grantsTo(role: string, schema: string): string {
  const [to, at] = [identifier(role), identifier(schema)];
  const columns = [...stateColumns, 'claim'].map(snakeCase).join(', ');
  return `
GRANT USAGE ON SCHEMA ${at} TO ${to};
GRANT SELECT ON ALL TABLES IN SCHEMA ${at} TO ${to};
GRANT INSERT ON ${at}.operation, ${at}.witness, ${at}.plan, ${at}.planned, ${at}.approval, ${at}.grants, ${at}.revocations, ${at}.evm_transaction, ${at}.evm_sighting, ${at}.evm_elsewhere, ${at}.hold TO ${to};
GRANT UPDATE (${columns}) ON ${at}.operation TO ${to};
GRANT UPDATE ("row", at) ON ${at}.witness TO ${to};
GRANT UPDATE (state, block_number, block_hash) ON ${at}.evm_transaction TO ${to};
GRANT UPDATE ON ${at}.hold TO ${to};
`;
}

/**
 * The statements that make or bring up to date the schema of a ledger, in one transaction.
 * @param from the number of the migrations that were made
 */
export function statements(schema: string, from: number, program: string): string {
  const secret = () => `'\\x${randomBytes(32).toString('hex')}'`;
  const at = identifier(schema);
  const quoted = program.replaceAll("'", "''");
  const begun =
    from > 0
      ? ''
      : `CREATE SCHEMA IF NOT EXISTS ${at};
SET LOCAL search_path TO ${at}, pg_temp;
CREATE TABLE migration (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), program text NOT NULL);
`;
  const steps = migrations
    .slice(from)
    .map((sql, index) => `${sql}INSERT INTO migration (number, program) VALUES (${from + index + 1}, '${quoted}');\n`);
  const made = from > 0 ? '' : `INSERT INTO meta (name, value) VALUES ('id', ${secret()}), ('key', ${secret()});\n`;
  return `BEGIN;
SELECT pg_advisory_xact_lock(hashtextextended('tuk ' || '${schema.replaceAll("'", "''")}', 0));
${begun}SET LOCAL search_path TO ${at}, pg_temp;
${steps.join('')}${made}COMMIT;
`;
}
