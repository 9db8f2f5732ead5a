// Counts as bars and figures under heads.
import { dashLines } from '../../text/dash.js';
import { pageLines } from '../../text/spoken-record.js';
import type { PageKind } from './page-kind.js';

export const dash: PageKind = {
  is: 'counts',
  lines: ({ record }, { columns }) => record && dashLines(record, columns),
  texts: ({ record }, now) => record && pageLines(record, [], now),
};
