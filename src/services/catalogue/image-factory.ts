// Image factory: images of text. None of its payloads is public.
import { healthCalls, open, service, verbs } from './define.js';

const { post } = verbs();

export default service({
  name: 'image-factory',
  auth: 'public',
  // biome-ignore format: one call a line
  calls: {
    createImage: post('/image-factory/create', { summary: 'Render a text as an image', body: open, effect: 'none', as: 'bytes' }),
    ...healthCalls,
  },
});
