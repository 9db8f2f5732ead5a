// Enter on a form: edits a field, or submits after the last one.

import { runCommand } from './command-dialog.js';
import { typed } from './field.js';
import { foldOf, formLine, missingIn, onField, withText } from './form.js';
import { isPicked, pickerOpened } from './picker.js';
import { board, type FormScreen } from './screens.js';
import { type Application, type Next, withNotice, withScreen, withTop } from './state.js';

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
function done(state: Application, form: FormScreen): Next {
  const missing = missingIn(form);
  if (missing.length > 0) {
    const at = form.fields!.findIndex(({ label }) => label === missing[0]);
    return [withNotice(withTop(state, onField(form, at)), `Still needed: ${missing.join(', ')}.`, 'needs-you')];
  }
  const line = formLine(form);
  if (!form.spec.reads) return runCommand(state, line);
  const spec = { ...form.spec, kind: undefined, name: 'Answer' };
  return [withScreen(state, board(form.group, spec, { line, over: [form.spec.name] }))];
}
