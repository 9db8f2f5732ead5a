// Writes a smoke run as one HTML file: no script, nothing loaded from elsewhere.

import { type CaseRow, caseName, type Report, verdictOf, worstFirst } from '../report.js';

const style = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:76rem;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.4rem}.bad{color:#b3261e}.good{color:#146c2e}.wait{color:#8a5a00}.muted{color:#5c6670}
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .6rem;text-align:left;border-bottom:1px solid #d7dce1;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}pre{white-space:pre-wrap;word-break:break-all;background:#f3f5f7;padding:.6rem;margin:.3rem 0}
details summary{cursor:pointer}@media(prefers-color-scheme:dark){body{color:#dfe4ea;background:#14171a}td,th{border-color:#333a41}pre{background:#1d2226}
.bad{color:#ff8a80}.good{color:#7bd88f}.wait{color:#e6b450}.muted{color:#9aa4ae}}`;
const classes: Readonly<Record<CaseRow['outcome'], string>> = {
  failed: 'bad',
  known: 'wait',
  flaky: 'wait',
  passed: 'good',
  skipped: 'muted',
};

/** The HTML report. */
export function html(report: Report): string {
  const { cases, checked, passed, failed, known, skipped, latency, problems, causes, results } = report;
  const verdict = verdictOf(report);
  const facts = [
    `${checked} of ${cases} calls checked`,
    `${passed} passed`,
    `${failed} failed`,
    known > 0 && `${known} known`,
    `${skipped} skipped`,
    `profile ${report.profile}`,
    `shard ${report.shard}`,
    report.startedAt,
    `${(report.milliseconds / 1000).toFixed(1)} s`,
    latency && `p50 ${latency.p50} ms · p95 ${latency.p95} ms · max ${latency.max} ms`,
  ].filter((fact) => typeof fact === 'string');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`tuk smoke: ${verdict}`)}</title>
<style>${style}</style>
</head>
<body>
<h1 class="${verdict === 'PASSED' ? 'good' : 'bad'}">${escaped(`tuk smoke: ${verdict}`)}</h1>
<p>${facts.map(escaped).join(' · ')}</p>
${problems.map((problem) => `<p class="bad">${escaped(problem)}</p>`).join('\n')}
${causes.length === 0 ? '' : `<h2>Causes</h2>\n<ul>\n${causes.map(({ calls, why }) => `<li>${calls.length} × ${escaped(why)}</li>`).join('\n')}\n</ul>`}
<h2>Calls</h2>
<table>
<thead><tr><th scope="col">Outcome</th><th scope="col">Call</th><th scope="col">Checked</th><th scope="col">Status</th><th scope="col">ms</th><th scope="col">Why</th></tr></thead>
<tbody>
${worstFirst(results).map(rowHtml).join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

function rowHtml(row: CaseRow) {
  const details = [row.request, row.answer, row.curl]
    .flatMap((text) => (text === null ? [] : [`<pre>${escaped(text)}</pre>`]))
    .join('');
  const why = escaped(row.why ?? '');
  return `<tr><td class="${classes[row.outcome]}">${row.outcome}</td><td>${escaped(caseName(row))}</td><td>${row.checked ?? ''}</td><td class="n">${row.status ?? ''}</td><td class="n">${row.milliseconds ?? ''}</td><td>${details === '' ? why : `<details><summary>${why}</summary>${details}</details>`}</td></tr>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** A text for HTML. HTML cannot hold control characters: they become spaces. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => entities[sign]!)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ');
