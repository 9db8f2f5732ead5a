// Manual pages from the pages of help: tuk(1), and one for each group, tuk-wallet(1).

/**
 * The manual pages by their file names.
 * @param first the text of `tuk --help` @param groups the pages of each group, as help-pages.ts makes them
 */
export function manPages(first, groups, version) {
  const names = Object.keys(groups);
  const main = page('tuk', 'one command for rides, vehicle assets, wallets, swaps, points, store and more', version, [
    `.SH DESCRIPTION\n${body(first)}`,
    `.SH SEE ALSO\n${names.map((name) => `.BR tuk\\-${name} (1)`).join(',\n')}`,
  ]);
  const own = names.map((name) => {
    const { pages } = groups[name];
    const lines = Object.keys(pages).filter((line) => !line.startsWith('help '));
    const [top = name, ...below] = lines;
    const summary = pages[top].split('\n', 1)[0];
    return [
      `tuk-${name}.1`,
      page(`tuk-${name}`, summary, version, [
        `.SH DESCRIPTION\n${body(pages[top])}`,
        ...below.map((line) => `.SH ${text(`tuk ${line}`).toUpperCase()}\n${body(pages[line], '.SS')}`),
        '.SH SEE ALSO\n.BR tuk (1)',
      ]),
    ];
  });
  return [['tuk.1', main], ...own];
}

const page = (name, summary, version, parts) =>
  `.TH ${name.toUpperCase().replaceAll('-', '\\-')} 1 "" "tuk ${version}" "tuk"\n.SH NAME\n${text(name)} \\- ${text(summary)}\n${parts.join('\n')}\n`;

/** A page of help: its headings in capitals become headings, the rest stays as it is laid out. */
function body(help, heading = '.SH') {
  const parts = ['.nf'];
  for (const line of help.trimEnd().split('\n')) {
    if (/^[A-Z][A-Z -]+$/.test(line)) parts.push('.fi', `${heading} ${text(line)}`, '.nf');
    else parts.push(text(line));
  }
  return [...parts, '.fi'].join('\n');
}

/** A line that roff prints as it is: no escapes, no requests; hyphens stay hyphens, so that options can be copied. */
const text = (line) =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
