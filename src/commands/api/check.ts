// `--check`: validates a response against its public shape.

import type { Context } from '../../cli/context.js';
import { checkShape } from '../../services/catalogue/check-shape.js';
import { kebab } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';

/** Validates a response against its shape. @returns the exit code: 1 with the issues on stderr, else 0 */
export async function check({ call, data }: Response, context: Context): Promise<number> {
  const issues = await checkShape(call, data);
  const name = `${call.service} ${kebab(call.name)}`;
  if (issues === undefined) context.log(`○ The response of ${name} has no public shape; nothing was checked.`);
  else if (issues.length === 0) context.log(`✓ The response of ${name} fits its shape.`);
  if (!issues?.length) return 0;
  context.out.writeLine(`✗ The response of ${name} does not fit its shape.`);
  for (const issue of issues.slice(0, 20)) context.out.writeLine(`  ${issue}`);
  if (issues.length > 20) context.out.writeLine(`  and ${issues.length - 20} more`);
  return 1;
}
