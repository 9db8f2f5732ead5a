// `--check`: validates a response against its public shape.

import type { Context } from '../../cli/context.js';
import { checkAnswer } from '../../services/catalogue/check-shape.js';
import { kebab } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { escapeControls } from '../../text/visible.js';

/** Validates a response against its shape. @returns the exit code: 1 with the issues on stderr, else 0 */
export async function check({ call, data }: Response, context: Context): Promise<number> {
  const issues = await checkAnswer(call, data);
  const name = `${call.service} ${kebab(call.name)}`;
  if (issues === undefined) context.log(`○ The response of ${name} has no public shape; nothing was checked.`);
  else if (issues.length === 0) context.log(`✓ The response of ${name} fits its shape.`);
  if (!issues?.length) return 0;
  const lines = issues.slice(0, 20).map((issue) => `  ${escapeControls(issue)}\n`);
  if (issues.length > 20) lines.push(`  and ${issues.length - 20} more\n`);
  context.out.writeError(`✗ The response of ${name} does not fit its shape.\n${lines.join('')}`);
  return 1;
}
