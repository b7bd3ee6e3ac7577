export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}
export type JsonShape = 'object' | 'array' | 'other';

/** What to do with the keys of an object: give the value, give each element of the array, or look inside. Other keys are passed over. */
export interface SplitPlan {
  /** Keys in lower case: those of the text are compared ignoring case. */
  readonly [key: string]: 'read' | 'each' | ValueCheck | SplitPlan;
}

/** Gives the value, after notes of what is odd in it. */
export type ValueCheck = (value: JsonValue) => readonly { readonly field: string; readonly reason: string }[];

/**
 * A piece of a document; `path` is made of lower-case keys joined by dots. A `note` comes before the piece that it speaks of, in
 * which something is odd, or was left out or replaced: the field, null for the whole.
 */
export type JsonPart =
  | { readonly part: 'key'; readonly path: string; readonly shape: JsonShape }
  | { readonly part: 'value'; readonly path: string; readonly value: JsonValue }
  | { readonly part: 'element'; readonly path: string; readonly index: number; readonly value: JsonValue }
  | {
      readonly part: 'note';
      readonly path: string;
      readonly index: number | null;
      readonly field: string | null;
      readonly reason: string;
    }
  | { readonly part: 'fault'; readonly path: string; readonly index: number | null; readonly reason: string };
