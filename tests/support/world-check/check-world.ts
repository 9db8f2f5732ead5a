// Checks that the world of a sandbox agrees with itself: its state, its stories, and the responses of all its reads.
import type { SandboxRuntime } from '../../../sandbox/core/runtime.js';
import { catchUp } from '../../../sandbox/service/dispatch.js';
import { responseFindings } from './responses.js';
import { stateFindings } from './state.js';

/** An inconsistency. */
export interface Finding {
  readonly about: 'ledger' | 'due' | 'row' | 'word' | 'story' | 'response';
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

/** Checks the world after every step that is due by now. It reads every kind, which seeds it. */
export async function checkWorld(runtime: SandboxRuntime) {
  await catchUp(runtime, false, () => undefined);
  const ofResponses = await runCheck('the responses', () => responseFindings(runtime)); // first: it seeds the kinds that no request has read yet
  const ofState = await runCheck('the state', () => stateFindings(runtime));
  const findings = [...ofState.findings, ...ofResponses.findings];
  return { sound: findings.length === 0, checked: { ...ofState.checked, ...ofResponses.checked }, findings };
}
