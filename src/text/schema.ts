// Renders the JSON Schema of a form in a response as a list of its questions.
import { asText, isRecord, isScalar, type Row } from '../services/json-value.js';

/** The questions of an object schema, one row each. */
export function questionsOf(value: Row): Row[] | undefined {
  const { type, properties, required } = value;
  if (type !== 'object' || !isRecord(properties) || !Object.values(properties).every(isRecord)) return undefined;
  const requiredNames = new Set(Array.isArray(required) ? required.map(asText) : []);
  return Object.entries(properties as Readonly<Record<string, Row>>).map(([name, property]) => ({
    question: isScalar(property.title) ? property.title : name,
    field: property.title === name || !isScalar(property.title) ? undefined : name,
    answer: allowedValues(property),
    needed: requiredNames.has(name) ? 'yes' : 'no',
    description: isScalar(property.description) ? property.description : undefined,
  }));
}

/** The allowed values: of the enum, or the type. */
function allowedValues({ enum: words, type, format, maxLength }: Row): string {
  if (Array.isArray(words) && words.every(isScalar)) return words.map(asText).join(' | ');
  const kind = [type, format].filter(isScalar).map(asText).join(', ') || 'anything';
  return maxLength === undefined ? kind : `${kind}, at most ${asText(maxLength)} characters`;
}

/** Whether a field beside a schema is a UI schema, which has only layout hints. */
export const isWidgets = (name: string): boolean => /^ui[_-]?schema$/i.test(name);
