import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { closedWords } from '../src/commands/completion/closed.js';
import { valueName, valueNames } from '../src/commands/completion/place.js';
import { sourcesOf } from '../src/commands/completion/sources.js';
import { groups } from '../src/groups.js';

test('x', async () => {
  const out: string[] = [];
  let [closed, live] = [0, 0];
  for (const [name, g] of Object.entries(groups)) {
    const { group } = await (g as any).load();
    for (const c of group.commands) {
      const fields = [
        ...valueNames(c).map((n, place) => ({ place, name: n.replace('...', '') })),
        ...[...(c.options ?? [])].filter((f: any) => f.flags.endsWith('>')).map((flag: any) => ({ flag })),
      ];
      for (const f of fields as any[]) {
        const place = {
          groupName: name,
          group,
          command: c,
          flags: [],
          given: new Set(),
          words: [],
          values: [],
          field: f,
          start: '',
          isOption: false,
          isBehind: false,
          global: {},
        } as any;
        const what = f.flag ? f.flag.flags : `<${f.name}>@${f.place}`;
        const n = f.flag ? valueName(f.flag) : f.name;
        const ctx: any = undefined;
        let words: any;
        try {
          words = await closedWords(place, f, ctx);
        } catch (_e) {
          words = ['?'];
        }
        const src = sourcesOf(place, f);
        if (words?.length) closed++;
        else if (src.length) {
          live++;
          out.push(`LIVE ${name} ${c.name} ${what} <- ${src.map((s) => `${s.line} {${s.path}}`).join(' | ')}`);
        } else if (!/(^|-)(file|folder|report|before|after)$/.test(n)) out.push(`FREE ${what} :: ${name} ${c.name}`);
      }
    }
  }
  out.push(`closed ${closed} live ${live}`);
  writeFileSync('/tmp/hc/fields.txt', out.join('\n'));
});
