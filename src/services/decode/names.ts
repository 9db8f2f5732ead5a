// The one list of the names of envelopes: what each says of the response around its data. All names are folded.

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** How a call ended: a status of HTTP, a code. */
export const endNames = names('status statuscode httpstatus code errno rc ret resultcode returncode retcode');
const flags = 'success succeeded successful issuccess issuccessful issucceeded ok isok';
/** Flags of a success. A thing may have `accepted`. */
export const successNames = names(`${flags} accepted`);
export const failureNames = names('failed isfailed failure isfailure fail iserror haserror haserrors');
const errors = 'error errors err errmsg exception errorcode errormessage errormsg errordescription';
export const errorNames = names(`${errors} errorreason failurereason failreason`);
const messages = 'message msg resultmessage resultmsg returnmessage statusmessage statustext';
export const messageNames = names(`${messages} reason detail info text`);
/** The call itself, in its envelope. */
export const callNames = names('time timestamp traceid requestid correlationid version jsonapi apiversion');
/** Fields of an envelope, whatever else the object has. */
export const envelopeNames = new Set([
  ...[...endNames, ...callNames],
  ...names(`${flags} ${errors} ${messages} type warnings messages`),
]);
/** Objects beside a list that have no thing. */
export const besideNames = names(
  'meta metadata links paging pagination pageinfo page pageable included summary header extensions sort',
);
/** Fields of an envelope that a thing may have, too: they belong to an envelope if no field is that of a thing. */
export const problemNames = names('reason detail details title path instance availablesince total count');

/** Wrapped lists. An empty array is a list only under such a name, or if it is alone. */
export const listNames = names(
  'data list items content contents results result rows records elements entries edges features nodes values',
);
/** Wrapped records. */
export const recordNames = names('data result payload response body');
