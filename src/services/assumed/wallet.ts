// The assumed names of the wallet service: those of the sandbox.
import type { Assumed } from '../assumed.js';

export default {} satisfies Assumed;
