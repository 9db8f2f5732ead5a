// Enter on a form: edits a field, or submits after the last one.

import { filledLine } from '../../services/command-line.js';
import { runCommand } from './command-dialog.js';
import { typed } from './field.js';
import { foldOf, formLine, missingIn, onField, withText } from './form.js';
import { isPicked, pickerOpened } from './picker.js';
import { board, type FormScreen } from './screens.js';
import { type Application, type Next, withNotice, withScreen, withTop } from './state.js';
import { watchOf } from './watch-screen.js';

/**
 * Handles enter on a form: edits a text, toggles a switch, opens the values of an enum; after the last field it
 * submits.
 */
export function onForm(state: Application, form: FormScreen): Next {
  const field = form.fields?.[form.at];
  if (!form.fields) return [state];
  if (!field) return done(state, form);
  if (foldOf(form) === form.at) return [withTop(state, { ...form, isUnfolded: true })];
  if (field.isSwitch) return [withTop(state, withText(form, typed(field.text) === '' ? 'yes' : ''))];
  return [
    field.words || isPicked(state, form, field)
      ? pickerOpened(state, form, field)
      : withTop(state, { ...form, typing: true }),
  ];
}
const watchLine = ({ fields = [] }: FormScreen, line: string): string => {
  const value = fields.find(({ flag }) => flag === undefined);
  return filledLine(line, { id: value ? typed(value.text).trim() : '' }, 'id') ?? '';
};
function done(state: Application, form: FormScreen): Next {
  const missing = missingIn(form);
  if (missing.length > 0) {
    const at = form.fields!.findIndex(({ label }) => label === missing[0]);
    return [withNotice(withTop(state, onField(form, at)), `Still needed: ${missing.join(', ')}.`, 'needs-you')];
  }
  const line = formLine(form);
  const watch = form.spec.watches === undefined ? undefined : watchOf(state.groups, watchLine(form, form.spec.watches));
  if (watch) return [withScreen(state, watch)];
  if (!form.spec.reads) return runCommand(state, line);
  const spec = { ...form.spec, kind: undefined, name: 'Answer' };
  return [withScreen(state, board(form.group, spec, { line, over: [form.spec.name] }))];
}
