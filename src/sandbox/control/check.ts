// `check`: whether the state file holds what it promises, as a list of what it does not.
import { Later } from '../core/reply.js';
import { type Controls, control } from './subject.js';

/** Something that is not as it must be. */
export interface Finding {
  readonly about: 'ledger' | 'due' | 'row' | 'word' | 'answer';
  /** A unit, an account, a row, a call. */
  readonly what: string;
  readonly why: string;
}

/** What one part of the check has seen. */
export interface Checked {
  readonly findings: readonly Finding[];
  readonly checked: Readonly<Record<string, number>>;
}
/** A check that cannot be made is a finding itself: a row that cannot be seeded, for one. */
const sound = (what: string, check: () => Promise<Checked>): Promise<Checked> =>
  check().catch((error: unknown) => ({
    findings: [{ about: 'row', what, why: `cannot be checked: ${(error as Error).message}` }],
    checked: {},
  }));

export const checking: Controls = {
  check: control({
    takes: {},
    reads: true,
    does: ({ running }) =>
      new Later(async () => {
        const [{ stateFindings }, { answerFindings }] = await Promise.all([import('./check-state.js'), import('./check-answers.js')]);
        const ofAnswers = await sound('the answers', () => answerFindings(running)); // first: what has never been asked for is seeded by it
        const ofState = await sound('the state', () => stateFindings(running));
        const findings = [...ofState.findings, ...ofAnswers.findings];
        return { sound: findings.length === 0, checked: { ...ofState.checked, ...ofAnswers.checked }, findings };
      }),
  }),
};
