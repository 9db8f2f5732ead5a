// The assumed names of the bridge: those of the sandbox.
import type { Assumed } from '../assumed.js';

export default {} satisfies Assumed;
