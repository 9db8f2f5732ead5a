// Addresses that value is sent to: a slip of the hand is caught before anything leaves (SAFETY.md section 2).
import { addr } from 'micro-eth-signer';
import { BadInput, Guarded } from '../services/http/failure.js';

/** Nobody has their keys: what goes there is lost. */
const burns = /^0x(0{40}|0{36}dead|dead0{36}|(.)\2{39})$/i;

/** Lets an address pass that may be right; one that does not begin with 0x is of a chain whose form is not checked here. @throws {BadInput} {Guarded} */
export function checkAddress(typed: string, where: string): void {
  if (!/^0x/i.test(typed)) {
    if (/^[0-9a-f]{40}$/i.test(typed))
      throw new BadInput('BAD_ADDRESS', `${where} is no address: 40 hexadecimal digits need 0x before them.`);
    if (/^[\w+/=-]{20,130}$/.test(typed) || /^-?\d:[0-9a-f]{64}$/i.test(typed)) return;
    throw new BadInput('BAD_ADDRESS', `${where} is no address: ${JSON.stringify(typed.slice(0, 90))}.`);
  }
  if (!/^0x[0-9a-fA-F]{40}$/.test(typed))
    throw new BadInput(
      'BAD_ADDRESS',
      `${where} is no address: after 0x it has 40 hexadecimal digits, and this has ${typed.length - 2} characters.`,
    );
  if (burns.test(typed))
    throw new Guarded('BURN_ADDRESS', `${where} is an address that nobody has the key of; what is sent there is lost.`);
  const digits = typed.slice(2);
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (mixed && addr.addChecksum(typed.toLowerCase()) !== typed)
    throw new BadInput('BAD_CHECKSUM', `${where} is mistyped: the capitals of ${typed} are not those of its checksum (EIP-55).`);
}
