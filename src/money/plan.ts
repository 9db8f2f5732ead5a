// stub
import type { Sealing } from './seal.js';
export interface PlanOfRun {
  readonly isWritten: boolean;
  readonly sealingOf: (row: number) => Sealing;
}
