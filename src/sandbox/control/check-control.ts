// The control `check`: lists inconsistencies of the state file and of the responses.
import { AfterCommit } from '../core/handler-results.js';
import { type Controls, defineControl } from './control.js';

/** An inconsistency. */
export interface Finding {
  readonly about: 'ledger' | 'due' | 'row' | 'word' | 'story' | 'answer';
  /** The unit, account, row or call that it is about. */
  readonly what: string;
  readonly why: string;
}

/** The result of one part of the check. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly checked: Readonly<Record<string, number>>;
}
/** Runs a part of the check. An exception is a finding itself, such as a row that cannot be seeded. */
const runCheck = (what: string, check: () => Promise<CheckResult>): Promise<CheckResult> =>
  check().catch((error: unknown) => ({
    findings: [{ about: 'row', what, why: `cannot be checked: ${(error as Error).message}` }],
    checked: {},
  }));

export const checkControls: Controls = {
  check: defineControl({
    fields: {},
    readOnly: true,
    handle: ({ runtime }) =>
      new AfterCommit(async () => {
        const [{ stateFindings }, { responseFindings }] = await Promise.all([import('./check-state.js'), import('./check-responses.js')]);
        const ofAnswers = await runCheck('the answers', () => responseFindings(runtime)); // first, because it seeds the kinds that no request has read yet
        const ofState = await runCheck('the state', () => stateFindings(runtime));
        const findings = [...ofState.findings, ...ofAnswers.findings];
        return { sound: findings.length === 0, checked: { ...ofState.checked, ...ofAnswers.checked }, findings };
      }),
  }),
};
