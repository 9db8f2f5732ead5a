// What this machine itself knows of a text: operations of the ledger, and contacts.

import type { Context } from '../../cli/context.js';
import { contactsOf } from '../../engine/contacts.js';
import { canonicalAddress } from '../../money/address.js';
import { Ledger, type Operation } from '../../money/ledger.js';
import type { Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { paths } from '../../session/paths.js';
import type { LocalRow } from './dossier.js';
import type { Scrap } from './scrap.js';
import { fieldsIn } from './search.js';

const mostOperations = 25;

/** Finds a text in the ledger (an id, a reference, a recipient, an id or a hash of a response) and among the contacts. */
export function searchMachine(context: Context, { text, kinds }: Scrap): readonly LocalRow[] {
  const same = (value: string) =>
    value.toLowerCase() === text.toLowerCase() || (kinds.includes('address') && canonicalAddress(value) === canonicalAddress(text));
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const operations = ledger
      .list()
      .map(rowOf)
      .filter((row) => fieldsIn(row).some(([, value]) => same(value)))
      .slice(0, mostOperations)
      .map((row): LocalRow => ({ what: 'operation', id: String(row.id), command: `tuk ops show ${String(row.id)}`, row }));
    const contacts = contactsOf(context)
      .filter(({ name, address }) => same(name) || same(address))
      .map((contact): LocalRow => ({ what: 'contact', id: contact.name, command: 'tuk wallet contacts list', row: { ...contact } }));
    return [...operations, ...contacts];
  } finally {
    ledger.close();
  }
}

/** What a person asks of an operation, with its response as fields. Its time is that of the service, where it was measured. */
function rowOf(operation: Operation): Row {
  const {
    id,
    at,
    serviceAt = at,
    service,
    call,
    outcome,
    amount,
    token,
    recipient,
    ref,
    profile,
    settledAt,
    lastStatus,
    note,
    answer,
    found,
  } = operation;
  const known = { sentAt: serviceAt, outcome, amount, token, recipient, ref, profile, service, call, lastStatus, settledAt, note };
  return {
    id,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    ...(answer === undefined ? {} : { answer: parsed(answer) }),
    ...(found === undefined ? {} : { found: parsed(found) }),
  };
}
function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return text;
  }
}
