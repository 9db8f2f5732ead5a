// JSON values: finds them by dotted path, tests their types, and formats them as text.

/** One row of a list, or one object: fields by name. */
export type Row = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. Class instances are not: an ExactNumber is one. */
export function isRecord(value: unknown): value is Row {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether a value is a number: a double, a bigint, or an ExactNumber. */
export function isNumeric(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRecord(value);
}

/** Whether a value is a text, a number or a boolean. */
export function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumeric(value);
}

/** Whether the value is missing or null. */
export function isNothing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/**
 * The value at a dotted path (`user.name`). Field names that contain dots are matched too. An array gives the values of
 * all its elements.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (Array.isArray(value)) {
    const values = value.map((element) => valueAt(element, path)).filter((element) => element !== undefined);
    return values.length === 0 ? undefined : values;
  }
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.indexOf('.'); dot !== -1 && dot <= longestName; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(value, head)) continue;
    const match = valueAt(value[head], path.slice(dot + 1));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** A path of any length takes little time: no field name is longer than this. */
const longestName = 1000;

/**
 * A value as one line for people: scalars bare, arrays of scalars joined, anything else as compact JSON. Control
 * characters are not escaped.
 */
export function asText(value: unknown): string {
  if (isNothing(value)) return '';
  if (isScalar(value)) return String(value);
  if (Array.isArray(value) && value.every(isScalar)) return value.join(', ');
  return compact(value);
}

/** The decimals of a token: a whole number of at most two digits; NaN for any other value. */
export const decimalsOf = (value: unknown): number =>
  /^\d{1,2}$/.test(asText(value)) ? Number(asText(value)) : Number.NaN;

/** A value as compact JSON whose fields are in the order of their names: equal values have equal texts. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isRecord(value)) return compact(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  const texts = fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`);
  return `{${texts.sort().join(',')}}`;
}
/** A value as compact JSON, without undefined fields; numbers keep every digit. */
export function compact(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(compact).join(',')}]`;
  if (isRecord(value)) {
    return `{${Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([key, field]) => `${JSON.stringify(key)}:${compact(field)}`)
      .join(',')}}`;
  }
  if (isNumeric(value)) return String(value);
  return JSON.stringify(value) ?? 'null';
}

/** Whether the text is a decimal number, such as an amount in base units. */
export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
