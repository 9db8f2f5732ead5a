// The building blocks of all shapes: open enums, times, amounts, relations.

import * as z from 'zod/mini';

// Shared by unnamed fields; an exported shape must be a value of its own, which has a name in the OpenAPI document.
export const text = z.string();
export const number = z.number();
export const boolean = z.boolean();

/** A known enum value or any other text: the server may have newer values. The known values are listed as examples. */
export const word = <const List extends readonly string[]>(list: List): z.ZodMiniType<List[number] | (string & {})> =>
  z.string().check(
    z.meta({ examples: [...list] }),
    z.refine((value) => !areWordsClosed || list.includes(value), {
      error: ({ input }) => `${JSON.stringify(input)} is on no list of words`,
    }),
  );

/** Whether unknown words are refused, which only `withClosedWords` sets. */
let areWordsClosed = false;
/** Runs a synchronous check in which unknown words are differences. */
export function withClosedWords<Result>(check: () => Result): Result {
  areWordsClosed = true;
  try {
    return check();
  } finally {
    areWordsClosed = false;
  }
}

/** A time such as `2022-11-07T23:00:00.000Z`, always with milliseconds and `Z` (platform 1.5). */
export const time = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'Expected a time like 2022-11-07T23:00:00.000Z'));

/** An amount in whole tokens, never with an exponent (platform 1.5). */
export const decimal = z
  .string()
  .check(z.regex(/^-?\d+(\.\d+)?$/, 'Expected a decimal number without an exponent, as a string'));

/** An amount in base units (wei, mutez): a whole number, never negative (platform 1.5). */
export const base = z.string().check(z.regex(/^\d+$/, 'Expected a whole number of base units, as a string'));

/**
 * An id that a published type marks as a UUID. Its samples have no version of RFC 9562, so only the form is checked.
 */
export const uuid = z.guid();

/** A value that a published type describes only as an object. */
export const object = z.record(z.string(), z.unknown());

type AnyObject = z.ZodMiniType<Record<string, unknown>>;

/** The type of a getter made with `related`. TypeScript needs it written out for circular shapes. */
export type RelatedObject = z.ZodMiniOptional<AnyObject>;
/** The type of a getter made with `relatedOrNull`. */
export type RelatedOrNull = z.ZodMiniOptional<z.ZodMiniNullable<AnyObject>>;
/** The type of a getter made with `relatedMany`. */
export type RelatedMany = z.ZodMiniOptional<z.ZodMiniArray<AnyObject>>;

/** `name?: Entity`, for an entity that is defined further down. */
export const related = (shape: AnyObject): RelatedObject => z.optional(shape);

/** `name?: Entity / null`, for an entity that is defined further down. */
export const relatedOrNull = (shape: AnyObject): RelatedOrNull => z.optional(z.nullable(shape));

/** `name?: Entity[]`, for an entity that is defined further down. */
export const relatedMany = (shape: AnyObject): RelatedMany => z.optional(z.array(shape));
