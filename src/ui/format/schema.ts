// A JSON Schema within an answer as a person reads it: the questions that it asks.
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';

/** The questions of a schema of one object, a row each; nothing for what is no such schema. */
export function questionsOf(value: Row): Row[] | undefined {
  const { type, properties, required } = value;
  if (type !== 'object' || !isRecord(properties) || !Object.values(properties).every(isRecord)) return undefined;
  const needed = new Set(Array.isArray(required) ? required.map(asText) : []);
  return Object.entries(properties as Readonly<Record<string, Row>>).map(([name, one]) => ({
    question: isScalar(one.title) ? one.title : name,
    ...(one.title === name || !isScalar(one.title) ? {} : { field: name }),
    answer: answerOf(one),
    needed: needed.has(name) ? 'yes' : 'no',
    ...(isScalar(one.description) ? { description: one.description } : {}),
  }));
}

/** What may be answered: one of its words, or of a type. */
function answerOf({ enum: words, type, format, maxLength }: Row): string {
  if (Array.isArray(words) && words.every(isScalar)) return words.map(asText).join(' | ');
  const kind = [type, format].filter(isScalar).map(asText).join(', ') || 'anything';
  return maxLength === undefined ? kind : `${kind}, at most ${asText(maxLength)} characters`;
}

/** Whether a field beside a schema only says how its questions are drawn elsewhere. */
export const isWidgets = (name: string): boolean => /^ui[_-]?schema$/i.test(name);
