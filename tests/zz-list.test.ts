import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { groups } from '../src/groups.js';
test('x', async () => {
  const out: string[] = [];
  for (const [name, g] of Object.entries(groups)) {
    const { group } = await (g as any).load();
    for (const c of group.commands) {
      const opts = (c.options ?? []).filter((f: any) => f.flags.endsWith('>')).map((f: any) => `${f.flags}${f.words || f.offers ? '!' : ''}${f.repeatable ? '*' : ''}`);
      out.push(`${name} ${c.name} | ${c.values ?? ''} | ${opts.join('; ')} | ${Object.entries(c.uses ?? {}).map(([s, l]: any) => `${s}: ${l.join(',')}`).join(' ')} | ${c.read ? 'read' : ''}`);
    }
  }
  writeFileSync('/tmp/hc/list.txt', out.join('\n'));
});
