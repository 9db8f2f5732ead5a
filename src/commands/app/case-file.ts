// What a case file needs of the search and of the application: the rows of a case with its requests, and its screen.

import type { Arguments, Context } from '../../cli/command/command.js';
import { formFor } from '../../cli/command/screen-form.js';
import { RunContext } from '../../cli/run/run-context.js';
import type { Row } from '../../services/json-value.js';
import { momentOf } from '../../text/time.js';
import { caseOf } from '../../ui/page-kinds/case.js';
import { board } from '../../ui/state/core/screens.js';
import { RequestLog } from './request-log.js';
import { stageOf } from './screen-stage.js';

/** A case: what it is about, when it was packed, and the rows of its screen. */
interface CaseFile {
  readonly about: string;
  readonly packedAt: string;
  readonly rows: readonly Row[];
}

/** The rows of a search, and the requests that it made. @throws {Failure} of the search */
export async function searchCase(
  args: Arguments,
  { world, flags }: Context,
  foundRows: (args: Arguments, context: Context) => Promise<string>,
) {
  const log = new RequestLog(() => world.clock.now());
  const listener = log.listener();
  const onRequest: typeof listener = (...request) => {
    listener(...request);
    world.onRequest?.(...request); // what the application knows is of these responses, too
  };
  const listening = Object.defineProperty(Object.create(world), 'onRequest', { value: onRequest }) as Context['world'];
  const context = new RunContext(listening, flags);
  try {
    const rows = await foundRows(args, context);
    // without what a query may have of a person
    const requests = log.requests.map(({ repeat: _, path, ...request }) => ({ ...request, path: path.split('?')[0] }));
    return { rows, requests };
  } finally {
    await context.close();
  }
}

/** Shows a case on the whole terminal. @returns its texts, if there is no such terminal */
export async function showCase(file: CaseFile, line: string, context: Context): Promise<string | undefined> {
  const { rows, about, packedAt } = file;
  const packed = momentOf(Date.parse(packedAt));
  const form = formFor(context);
  if (form !== 'screen')
    return [`${about}, packed ${packed}`, ...(caseOf.texts?.({ rows }, Date.parse(packedAt)) ?? []), ''].join('\n');
  const offline = () => Promise.reject(new Error('A case file is shown offline: nothing is asked and nothing is run.'));
  const head = { profile: 'case file' };
  const { openApplication } = await import('../../ui/application.js');
  await openApplication(stageOf(context, {}, []), {
    ...{ head, signedIn: true, groups: [], panes: [], suffix: '', owner: undefined },
    screen: board('Case', { name: `${about}, packed ${packed}`, command: line, kind: 'case' }),
    load: async (asked) => (asked === line ? { value: rows, id: 'id' } : offline()),
    run: async () => ({ code: 2, refused: 'A case file has no actions.', head, signedIn: true, owner: undefined }),
    ...{ fields: offline, watch: offline, output: offline, ask: offline, enterSandbox: offline, beside: offline },
    who: async () => undefined,
    commands: async () => [],
    checkOwner: async () => false,
    onOwner: () => {},
    onSession: () => {},
  });
  return undefined;
}
