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

/** Headings of help, and what manual pages call them. */
const headings = { USAGE: 'SYNOPSIS', FLAGS: 'GLOBAL OPTIONS' };
/** A line that defines something: an option, a command, a topic, and its summary. */
const definition = /^ {2,8}(\S(?:.*?\S)?) {2,}(\S.*)$/;
/** Sections whose lines stay as they are laid out. */
const literal = new Set(['USAGE', 'EXAMPLES', 'API CALLS']);

/** A page of help as roff: headings, paragraphs that are filled, definitions with their tags, and lines as they are. */
function body(help, heading = '.SH') {
  const parts = [];
  let section = '';
  let mode = '';
  const enter = (next, request) => {
    if (mode === 'lines' && next !== 'lines') {
      if (parts.at(-1) === '') parts.pop();
      parts.push('.fi');
    }
    if (next === 'lines' && mode !== 'lines') parts.push('.nf');
    else if (request !== undefined) parts.push(request);
    mode = next;
  };
  for (const line of help.trimEnd().split('\n')) {
    const [, name, more = ''] = /^([A-Z][A-Z -]+[A-Z])(?: {2,}(\S.*))?$/.exec(line) ?? [];
    const [, tag, summary] = (!literal.has(section) && definition.exec(line)) || [];
    if (name !== undefined) {
      section = name;
      enter('text', `${heading} ${text(headings[name] ?? name)}`);
      if (more !== '') parts.push(text(more));
    } else if (line.trim() === '') {
      if (mode === 'lines') parts.push('');
      else mode = '';
    } else if (tag !== undefined) {
      enter('tag', '.TP');
      parts.push(`.B ${text(tag)}`, text(summary));
    } else if (mode === 'tag' && line.startsWith(' ')) parts.push(text(line.trim()));
    else if (literal.has(section) || line.startsWith('  ')) {
      enter('lines');
      parts.push(text(line));
    } else {
      if (mode !== 'text') enter('text', '.PP');
      parts.push(text(line));
    }
  }
  enter('');
  return parts.join('\n');
}

/** A line that roff prints as it is: no escapes, no requests; hyphens stay hyphens, so that options can be copied. */
const text = (line) =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
