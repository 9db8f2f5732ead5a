// Parses files of requests: the recording of a browser (HAR), and .http files of editors.

import { isRecord, type Row } from '../../../services/json-value.js';
import { badImport, type ImportedRequest, requestTo } from './imported-request.js';

/** Reads one request of a file. @throws {BadInput} BAD_IMPORT for one that tuk cannot make */
export type ReadRequest = () => ImportedRequest;

/** The requests of a recording. */
export function harRequests(entries: readonly Row[]): readonly ReadRequest[] {
  return entries.map(({ request }) => () => {
    const { method, url, headers, postData } = request as Row;
    const text = isRecord(postData) && typeof postData.text === 'string' ? postData.text : '';
    return requestTo(String(url), {
      method: String(method).toUpperCase(),
      headers: (Array.isArray(headers) ? headers : []).flatMap((header) =>
        isRecord(header) ? [[String(header.name), String(header.value)] as const] : [],
      ),
      body: text === '' ? undefined : { text },
    });
  });
}

/** The requests of an .http file: divided by ###, with the variables of the file. */
export function httpFileRequests(content: string): readonly ReadRequest[] {
  const text = content.replaceAll('\r\n', '\n');
  const variables = new Map(
    [...text.matchAll(/^@([\w.-]+)[ \t]*=[ \t]*(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );
  return text
    .split(/^###.*$/m)
    .map((block) => block.replace(/^(\s|(#|\/\/|@).*(\n|$))+/, '').trimEnd())
    .filter((block) => block !== '')
    .map((block) => () => httpRequest(filled(block, variables)));
}

/** A text with the values of its variables, which may have variables. @throws {BadInput} BAD_IMPORT for an unknown one */
function filled(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  return text.replace(/\{\{(.*?)\}\}/g, (_, typed: string) => {
    const value = variables.get(typed.trim());
    if (value === undefined || depth > 9)
      throw badImport(`The request has the variable {{${typed.trim().slice(0, 40)}}}, which the file does not set`);
    return filled(value, variables, depth + 1);
  });
}

/** A request: its line, headers, an empty line, its body. @throws {BadInput} BAD_IMPORT */
function httpRequest(block: string): ImportedRequest {
  const [head = '', ...rest] = block.split(/\n[ \t]*\n/);
  const [first = '', ...lines] = head.replace(/\n[ \t]+(?=[?&])/g, '').split('\n');
  const [, method, address = ''] = /^(?:([A-Z]+)[ \t]+)?(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/.exec(first) ?? [];
  if (!/^https?:\/\/|^[\w.-]+(:\d+)?\//.test(address))
    throw badImport(
      'The text is neither a curl line, nor a recording of a browser (HAR), nor an .http file',
      'A request of an .http file begins like: GET https://api.example.com/user/users/current',
    );
  const headers = lines.flatMap((line) => {
    const [, name, value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value.trim()] as const];
  });
  // what follows > is for the response
  const body = rest
    .join('\n\n')
    .split(/^(?:>|<>) /m, 1)[0]!
    .trim();
  const [, file] = /^<[ \t]+(\S.*)$/.exec(body) ?? [];
  return requestTo(address, {
    method,
    headers,
    body: file !== undefined ? { file } : body === '' ? undefined : { text: body },
  });
}
