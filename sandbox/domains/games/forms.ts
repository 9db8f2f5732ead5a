// Forms, and the tokens to submit with them (platform 12.2, Form, FormSubmissionEntity, FormInventoryResponseDto).
import { vehicleTokens } from '../../chain/contracts.js';
import {
  addRow,
  badRequest,
  type Context,
  day,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  type Row,
  refuse,
  rows,
  seededId,
  seededInteger,
} from '../../core/index.js';
import { seedUsers } from '../people/user.js';

/** The list is the sandbox's own. */
interface Form {
  readonly title: string;
  readonly description: string;
  readonly scheme: {
    readonly JSONSchema: { readonly type: string; readonly required: readonly string[]; readonly properties: object };
    readonly UISchema: object;
  };
  readonly submissionClosedAt: string | null;
  /** Submitted for vehicle tokens. */
  readonly forTokens: boolean;
}
const schemeOf = (name: string): Form['scheme'] => ({
  JSONSchema: { type: 'object', required: [name], properties: { [name]: { type: 'string', title: name } } },
  UISchema: { [name]: { 'ui:widget': 'textarea' } },
});
const { network, address: contractAddress } = vehicleTokens;

export const form: Kind<Form> = defineKind({
  name: 'form',
  show: ({ id, at, body: { forTokens, ...fields } }) => ({
    id,
    ...fields,
    options: forTokens ? { nftMultipleSelectable: true } : null,
    nftNetwork: forTokens ? network : null,
    nftContractAddress: forTokens ? contractAddress : null,
    createdAt: iso(at),
  }),
  seed: (opening) => {
    const add = (title: string, field: string, more: Partial<Form> = {}) => {
      const body = { title, description: `${title}, made up for the sandbox`, scheme: schemeOf(field) };
      addRow(opening, form, {
        at: opening.now - 30 * day,
        body: { ...body, submissionClosedAt: null, forTokens: false, ...more },
      });
    };
    add('Feedback', 'message');
    add('Early tester', 'reason', { submissionClosedAt: iso(opening.now - day) });
    add('Vehicle papers', 'name', { forTokens: true });
  },
});

/** A submitted form. The call needs no sign-in, so it has no owner. */
interface Submission {
  readonly formId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly tokenIds: readonly string[];
}
const submission: Kind<Submission> = defineKind({
  name: 'form-submission',
  show: ({ id, at, body: { formId, data, tokenIds } }, context) => ({
    id,
    userId: null,
    formId,
    data,
    nfts:
      tokenIds.length > 0
        ? tokenIds.map((tokenId) => ({
            id: `${id}-${tokenId}`,
            formSubmissionId: id,
            nftId: nftId(context, tokenId),
            formId,
          }))
        : undefined,
    createdAt: iso(at),
  }),
});

const nftId = ({ seed }: Context, tokenId: string): string => seededId(seed, `nft ${contractAddress} ${tokenId}`, 1);

/** Three for every seed user with a wallet, from a hash. */
function tokensOf(context: Context, address: string | undefined): string[] {
  const holder = seedUsers.find(
    (person) => person.address !== null && person.address.toLowerCase() === address?.toLowerCase(),
  );
  if (!holder || holder.bare) return [];
  return [1, 2, 3].map((n) => String(1000 * n + seededInteger(context, 'nft', holder.handle, String(n), 0, 999)));
}
const sentTokens = (context: Context, formId: string): Set<string> =>
  new Set(rows(context, submission).flatMap(({ body }) => (body.formId === formId ? body.tokenIds : [])));

/** The tokens of a wallet. */
export function listInventory(row: Row<Form>, context: HandlerContext) {
  if (!row.body.forTokens) return [];
  const sent = sentTokens(context, row.id);
  return tokensOf(context, context.body.walletAddress as string | undefined).map((tokenId) => ({
    id: nftId(context, tokenId),
    network,
    contractAddress,
    tokenId,
    metadata: { name: `Vehicle ${tokenId}` },
    completed: sent.has(tokenId),
  }));
}

interface SubmissionFields {
  readonly data: unknown;
  readonly walletAddress?: string;
  readonly signature?: string;
  readonly tokenIds?: readonly string[];
}

/** The signature is required but not checked: its text is not public. */
export function submitForm(row: Row<Form>, context: HandlerContext) {
  const { submissionClosedAt, scheme, forTokens } = row.body;
  const { data, tokenIds = [], walletAddress, signature } = context.body as unknown as SubmissionFields;
  if (submissionClosedAt !== null && Date.parse(submissionClosedAt) <= context.now)
    refuse(422, `${row.body.title} has been closed since ${submissionClosedAt}.`, 'NOT_OPEN');
  const { required } = scheme.JSONSchema;
  const filled =
    typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {};
  if (!required.every((name) => Object.hasOwn(filled, name)))
    badRequest(`data must be an object with ${required.join(', ')}.`);
  if (forTokens) checkTokens(context, row.id, tokenIds, walletAddress, signature);
  const body = { formId: row.id, data: filled, tokenIds: forTokens ? tokenIds : [] };
  return submission.show(addRow(context, submission, { body }), context);
}

function checkTokens(
  context: HandlerContext,
  formId: string,
  tokenIds: readonly string[],
  address?: string,
  signature?: string,
): void {
  if (tokenIds.length === 0 || address === undefined || signature === undefined)
    badRequest('This form is sent for tokens: walletAddress, signature and tokenIds are needed.');
  const walletTokens = tokensOf(context, address);
  const foreign = tokenIds.find((tokenId) => !walletTokens.includes(tokenId));
  if (foreign !== undefined) refuse(422, `The wallet does not hold the token ${foreign.slice(0, 50)}.`, 'NOT_OWNED');
  const sent = sentTokens(context, formId);
  if (tokenIds.some((tokenId) => sent.has(tokenId)))
    refuse(409, 'The form was sent for one of these tokens already.', 'ALREADY_SENT');
}
