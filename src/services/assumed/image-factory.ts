// The assumed names of the image factory: those of the sandbox.
import type { Assumed } from '../assumed.js';

export default {} satisfies Assumed;
