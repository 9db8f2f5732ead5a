// The recipients that a row of a service names: in plain fields, in the object of a user, and in a title such as `Sent to dara`.

import type { Operation } from '../money/ledger.js';
import { isSame } from '../money/policy/recipients.js';
import { transferFields } from '../money/transfer-fields.js';
import { asText, isRecord, isScalar, type Row } from '../services/json-value.js';
import { maxDepth, partsOf } from './row-parts.js';

const whom =
  '(?:transfer_?|send_?|sent_?|paid_?|pay_?)?(?:to|recipient|receiver|destination|dest|payee|beneficiary|target|counter_?part(?:y)?|opponent|opposite|peer|partner)s?_?(?:user|member|person|contact|wallet|account)?s?';
const byId = '(?:_?(?:address|id|identifier))';
const byName = '(?:_?(?:name|nick(?:name)?|nick_name|handle|alias|username|user_name|display_?name|e?mail|phone(?:_?number)?))';
const plainNames = new RegExp(`^${whom}(?:${byId}|${byName})?$|(?:recipient|receiver)${byId}$`, 'i');
const objects = new RegExp(`^${whom}$`, 'i');
const idNames = new RegExp(`${byId}$`, 'i');
const addressName = /^address$/i;
const inObject = ['id', 'userId', 'address', 'identifier', 'nickname', 'handle', 'username', 'name', 'displayName', 'email', 'phone'];

/** Whether a field of this name may name a recipient. */
export const isRecipientName = (name: string): boolean => plainNames.test(name) || addressName.test(name);

/** A recipient that a row names. `isId`: an id or an address, of which a user has one; any other name is one of several. `isLoose`: an address of unknown part. */
interface NamedRecipient {
  readonly text: string;
  readonly isId: boolean;
  readonly isLoose: boolean;
}
function recipientsIn(value: unknown, depth = maxDepth): NamedRecipient[] {
  if (!isRecord(value) || depth === 0) return [];
  return Object.entries(value).flatMap(([name, field]): NamedRecipient[] => {
    if (isScalar(field)) {
      const text = asText(field);
      return isRecipientName(name) && text !== '' ? [{ text, isId: idNames.test(name), isLoose: addressName.test(name) }] : [];
    }
    if (Array.isArray(field) && (isRecipientName(name) || objects.test(name)))
      return field.flatMap((one) => recipientsIn({ [name]: one }, depth - 1));
    if (!objects.test(name) || !isRecord(field)) return recipientsIn(field, depth - 1);
    return inObject.flatMap((inner) => {
      const text = isScalar(field[inner]) ? asText(field[inner]) : '';
      return text === '' ? [] : [{ text, isId: /id$|^address$|^identifier$/i.test(inner), isLoose: false }];
    });
  });
}

const sentences = /^(title|sub_?title|description|desc|memo|note|message|text|summary|details?|remarks?|subject|content|label|why|name)$/i;
const sentTo =
  /(?:^|\b(?:sent|send|sending|transfer(?:red)?|paid|payment|gift|gave|given|points?|mvp)\b[\s\d.,]*)to:?\s+["'@]?(.{1,80}?)["']?[.!]?$/i;
/** The users whom the titles of a row name: `dara` in `Sent to dara`. */
const inSentences = (value: unknown, depth = maxDepth): string[] =>
  !isRecord(value) || depth === 0
    ? []
    : Object.entries(value).flatMap(([name, field]) => {
        if (isRecord(field)) return inSentences(field, depth - 1);
        const text = typeof field === 'string' && sentences.test(name) ? sentTo.exec(field)?.[1] : undefined;
        return text === undefined ? [] : [text];
      });
/** A title without the name of its recipient, who may be called `Rider 5` or `Game Store`. */
export function withoutRecipient(text: string, recipient: string | undefined): string {
  const named = sentTo.exec(text)?.[1];
  const rest = named === undefined ? text : text.slice(0, text.lastIndexOf(named));
  return recipient === undefined ? rest : rest.replaceAll(recipient, ' ');
}

/** The form of a name of a user: a user has an id, a number, an address and a name, which are not compared with each other. */
const formOf = (text: string): string =>
  /^\d+$/.test(text)
    ? 'number'
    : /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
      ? 'uuid'
      : /^\+?[\d ()-]{7,}$/.test(text)
        ? 'phone'
        : text.includes('@')
          ? 'mail'
          : /\s/.test(text)
            ? 'sentence'
            : 'word';

/** Whether a row names the recipient of an operation, by an id, an address or a name that is the same. */
export function namesRecipient(row: Row, { recipient, service, call }: Operation): boolean {
  if (recipient === undefined) return false;
  if (recipientsIn(row).some(({ text }) => isSame(text, recipient))) return true;
  const isUser = transferFields[`${service} ${call}`]?.to?.kind !== 'address';
  return isUser && inSentences(row).some((text) => text.toLowerCase() === recipient.toLowerCase());
}

/**
 * The recipient that a row names instead of the operation's, as the end of a sentence. Of addresses one that is long enough to be one; of users an id of the same
 * form, and where `strict`, any name of the same form, unless the row names the recipient too: a user has several names.
 */
export function otherRecipient(row: Row, operation: Operation, strict: boolean): string | undefined {
  const { recipient, service, call } = operation;
  const kind = transferFields[`${service} ${call}`]?.to?.kind;
  if (recipient === undefined || kind === undefined) return undefined;
  const named = recipientsIn(row);
  const other = kind === 'address' ? otherAddress(named, recipient) : otherUser(row, named, operation, strict);
  return other === undefined ? undefined : `it says ${other}, and ${recipient} was asked for`;
}

const senders = /^(sender|from|payer|remitter)_?(user|member)?_?(id)?$/i;
/**
 * The sender that a row of a transfer between users names, where that is the recipient, or another account than the one that made the operation: the end of a
 * sentence. Ids of another form than the account's are not compared with it.
 */
export function otherSender(row: Row, { recipient, account = '', service, call }: Operation): string | undefined {
  if (recipient === undefined || transferFields[`${service} ${call}`]?.to?.kind !== 'user') return undefined;
  const own = /^sub:(.+)$/.exec(account)?.[1];
  const named = partsOf(row)
    .flatMap((part) => Object.entries(part))
    .filter(([name]) => senders.test(name))
    .flatMap(([, value]) =>
      isScalar(value) ? [asText(value)] : isRecord(value) ? [value.id, value.userId].filter(isScalar).map(asText) : [],
    );
  const other = named.find((text) => isSame(text, recipient) || (own !== undefined && formOf(text) === formOf(own) && !isSame(text, own)));
  return other === undefined ? undefined : `it says that ${other} sent it`;
}

function otherAddress(named: readonly NamedRecipient[], recipient: string): string | undefined {
  const addresses = named.filter(({ text }) => text.length >= recipient.length / 2);
  const certain = addresses.filter(({ isLoose }) => !isLoose);
  const compared = certain.length > 0 ? certain : addresses;
  return compared.some(({ text }) => isSame(text, recipient)) ? undefined : compared[0]?.text;
}

function otherUser(row: Row, named: readonly NamedRecipient[], operation: Operation, strict: boolean): string | undefined {
  const recipient = operation.recipient!;
  const differs = (text: string) => !isSame(text, recipient) && formOf(text) === formOf(recipient);
  const otherId = named.find(({ text, isId }) => isId && differs(text));
  if (otherId || !strict || namesRecipient(row, operation)) return otherId?.text;
  return named.find(({ text, isLoose }) => !isLoose && differs(text))?.text ?? inSentences(row).find(differs);
}
