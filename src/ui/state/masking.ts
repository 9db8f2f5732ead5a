// Masks personal data, unless the person has revealed them.
import { masked } from '../../text/mask.js';

/** A value with its personal data masked, unless they are revealed. */
export const maskedUnless = <Value>(reveal: boolean, value: Value): Value =>
  reveal ? value : (masked(value) as Value);
