// The types of responses and of stored rows, read from the shapes: a model is declared once, as the shape of its response. Types only: nothing is loaded.
import type * as z from 'zod/mini';
import type { MachineBody } from './state-machine.js';

/** The value of a shape. Of an open list of words, the sandbox has the known ones only. */
type Shown<Shape> =
  Shape extends z.ZodMiniNullable<infer Inner>
    ? Shown<Inner> | null
    : Shape extends z.ZodMiniOptional<infer Inner>
      ? Shown<Inner> | undefined
      : Shape extends z.ZodMiniArray<infer Element>
        ? readonly Shown<Element>[]
        : Shape extends z.ZodMiniObject<infer Fields>
          ? ShownObject<Fields>
          : Shape extends z.ZodMiniType<infer Value>
            ? Known<Value>
            : never;
type ShownObject<Fields> = {
  readonly [Name in keyof Fields as Fields[Name] extends z.ZodMiniOptional ? never : Name]: Shown<Fields[Name]>;
} & {
  readonly [Name in keyof Fields as Fields[Name] extends z.ZodMiniOptional ? Name : never]?: Shown<Fields[Name]>;
};
/** `'A' | 'B'` of `'A' | 'B' | (string & {})`; any other type as it is. */
type Known<Value> = [Value] extends [string] ? ([Words<Value>] extends [never] ? Value : Words<Value>) : Value;
type Words<Value> = Value extends string ? (string extends Value ? never : Value) : never;

/** The response of a shape; of the shape of a list, one of its items. */
export type Answer<Shape> = Shown<Shape> extends readonly (infer Item)[] ? Item : Shown<Shape>;

/** The stored fields of a response, or of one row of a list: all but its id and the `Computed` ones, which `show` adds. */
export type Stored<Shape, Computed extends keyof Answer<Shape> | 'id' = 'id'> = Omit<Answer<Shape>, 'id' | Computed>;

/** The same with a state machine. */
export type StoredMachine<Shape, Computed extends keyof Answer<Shape> | 'id' = 'id'> = Stored<Shape, Computed> &
  Omit<MachineBody, 'status'>;
