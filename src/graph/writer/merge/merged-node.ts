/** The part of a node that statements change. */
export interface NodeContent {
  /** Number of its list of kinds ({@link KindLists}). */
  readonly kinds: number;
  readonly described: boolean;
  readonly props: Readonly<Record<string, unknown>>;
}

export const noProps: NodeContent['props'] = {};

/** Sequences begin with 1. */
export const noId = 0;

/** An object of a batch: what is stored of it, and what the batch makes of it. */
export class MergedNode {
  /** {@link noId}: it is no node, because all that is known of it is an empty list. */
  id = noId;
  /** Null: there is no row. */
  stored: NodeContent | null = null;
  content: NodeContent | null = null;
  /** The record that last stated its properties: of the row, and after the batch. */
  storedRecord: number | null = null;
  record: number | null = null;
  /** Whether the properties and the record of the row are known. */
  hasProps = true;
  /** Whether it was last seen on an earlier day. */
  isOlder = false;
  /** Whether it may own lists, and records. The writer sets them if it adds some. */
  hasLists = false;
  hasRecords = false;
  /** Whether a record of a directory or cloud describes it. Known if the batch has a record of it. */
  isOfDirectory = false;
  /** The state that the cache has of it; -1: none. */
  cached = -1;
}
