// The kinds of texts that `tuk explain` knows, in the order in which they are asked.

import { address } from './address.js';
import { callData } from './call-data.js';
import { errorJson } from './error-json.js';
import { errorText } from './error-text.js';
import { hash } from './hash.js';
import { id } from './ids.js';
import { jsonWebToken } from './json-web-token.js';
import { operation } from './operation.js';
import { ownName } from './own-names.js';
import type { Explanation, Question, Recogniser } from './recogniser.js';
import { transaction } from './transaction.js';
import { command, listWord, network, setting, term } from './words.js';

/** A new kind is a file with a recogniser, and a line here. */
export const recognisers: readonly Recogniser[] = [
  errorJson,
  errorText,
  jsonWebToken,
  hash,
  transaction,
  callData,
  address,
  operation,
  network,
  listWord,
  setting,
  command,
  term,
  ownName,
  id,
];

/**
 * Every explanation of a text: of the first kind that no word has, else of all kinds.
 * @throws {Failure} of a recogniser, such as {Guarded} MAY_BE_KEY, {Refused} NO_OPERATION
 */
export async function explanationsFor(question: Question): Promise<readonly Explanation[]> {
  const all: Explanation[] = [];
  for (const { isWhole, explain } of recognisers) {
    const explanations = await explain(question);
    all.push(...explanations);
    if (isWhole && explanations.length > 0) break;
  }
  return all;
}
