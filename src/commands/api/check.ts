// `--check`: an answer held against what is publicly known of it.

import type { Context } from '../../cli/context.js';
import { kebab } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { escapeControls } from '../../ui/format/visible.js';

/** Holds an answer against its shape; what does not fit is told on stderr, and the exit code is 1. */
export async function check({ call, data }: Response, context: Context): Promise<number> {
  const { checkAnswer } = await import('../../services/catalogue/check-shape.js');
  const issues = await checkAnswer(call, data);
  const name = `${call.service} ${kebab(call.name)}`;
  if (issues === undefined) context.log(`○ No shape of the answer of ${name} is public; nothing was checked.`);
  else if (issues.length === 0) context.log(`✓ The answer of ${name} fits its shape.`);
  else {
    const shown = issues.slice(0, 20).map((issue) => `  ${escapeControls(issue)}`);
    context.writeError(
      `✗ The answer of ${name} does not fit its shape.\n${shown.join('\n')}\n${issues.length > 20 ? `  and ${issues.length - 20} more\n` : ''}`,
    );
    return 1;
  }
  return 0;
}
