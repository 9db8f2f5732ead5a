// The assumed names of the vehicle network: those of the sandbox.
import type { Assumed } from '../assumed.js';

export default {} satisfies Assumed;
