// The assumed names of the image factory, as the sandbox has them.
import type { AssumedNames } from '../define.js';

export default {
  createImage: { text: 'text', font: 'font', weight: 'weight', align: 'align' },
} satisfies AssumedNames;
