// The assumed names of the image factory: those of the sandbox.
import type { Assumed } from '../define.js';

export default {
  createImage: { text: 'text', font: 'font', weight: 'weight', align: 'align' },
} satisfies Assumed;
