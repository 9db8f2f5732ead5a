// The screens of the group Image as data.

import type { GroupSpec } from '../../../ui/state/screens.js';
import { groupOf } from './group.js';

/** The screens of the group Image. */
export const imageGroup: GroupSpec = groupOf('8', 'Image', 'image-factory', [
  { name: 'New', command: 'image create', kind: 'form', submitLabel: 'creates the image and writes the file' },
]);
