// The limits of a profile, a line each: the form of the value and a summary. Parsing, completion of names and help
// derive from it. Data.

/** The form of a value: `limits.ts` has the parser of each. */
export type LimitForm = 'amounts' | 'percent' | 'networks' | 'recipients' | 'approvals' | 'approvers' | 'switch';
interface LimitLine {
  readonly form: LimitForm;
  /** For help; of an amount also the end of a sentence in refusals and receipts: `50 MVP in one transfer`. */
  readonly summary: string;
}

export const limitTable = {
  transfer: { form: 'amounts', summary: 'in one transfer' },
  day: { form: 'amounts', summary: 'within 24 hours' },
  fee: { form: 'amounts', summary: 'as a fee' },
  unknown: { form: 'amounts', summary: 'for an operation whose amount or value is not known' },
  slippage: { form: 'percent', summary: 'the most of --slippage of a swap, in per cent' },
  impact: { form: 'percent', summary: 'the most of --max-impact of a swap, in per cent' },
  networks: { form: 'networks', summary: 'only these networks' },
  recipients: { form: 'recipients', summary: 'only these recipients' },
  approvals: { form: 'approvals', summary: "above an amount, only as a plan that persons approve: '1 above 500 USDC'" },
  approvers: { form: 'approvers', summary: 'the addresses whose keys approve plans' },
  pause: { form: 'switch', summary: 'true stops every transfer' },
} as const satisfies Readonly<Record<string, LimitLine>>;

export type LimitName = keyof typeof limitTable;
export const limitNames = Object.keys(limitTable) as LimitName[];

/** The limits of amounts. */
export type AmountLimit = {
  [Name in LimitName]: (typeof limitTable)[Name] extends { readonly form: 'amounts' } ? Name : never;
}[LimitName];
const isAmountLimit = (name: LimitName): name is AmountLimit => limitTable[name].form === 'amounts';
export const amountLimits = limitNames.filter(isAmountLimit);
