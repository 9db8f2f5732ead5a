// The assumed names of the store: those of the sandbox.
import type { Assumed } from '../assumed.js';

export default {} satisfies Assumed;
