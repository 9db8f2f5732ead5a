// Renders the JSON Schema of a form within a response as a list of its questions.
import { asText, isRecord, isScalar, type Row } from '../services/json-value.js';

/** The questions of an object schema, one row each; undefined for any other value. */
export function questionsOf(value: Row): Row[] | undefined {
  const { type, properties, required } = value;
  if (type !== 'object' || !isRecord(properties) || !Object.values(properties).every(isRecord)) return undefined;
  const needed = new Set(Array.isArray(required) ? required.map(asText) : []);
  return Object.entries(properties as Readonly<Record<string, Row>>).map(([name, one]) => ({
    question: isScalar(one.title) ? one.title : name,
    field: one.title === name || !isScalar(one.title) ? undefined : name,
    answer: allowedValues(one),
    needed: needed.has(name) ? 'yes' : 'no',
    description: isScalar(one.description) ? one.description : undefined,
  }));
}

/** The allowed answers: the values of the enum, or the type. */
function allowedValues({ enum: words, type, format, maxLength }: Row): string {
  if (Array.isArray(words) && words.every(isScalar)) return words.map(asText).join(' | ');
  const kind = [type, format].filter(isScalar).map(asText).join(', ') || 'anything';
  return maxLength === undefined ? kind : `${kind}, at most ${asText(maxLength)} characters`;
}

/** Whether a field beside a schema is a UI schema, which has layout hints only. */
export const isWidgets = (name: string): boolean => /^ui[_-]?schema$/i.test(name);
