/** What has to be true of a body before it counts for anything; known only when all of it has come. */
export interface BodyProof {
  update(chunk: Uint8Array): void;
  /** After the last byte. @throws UnauthenticatedError where it is not true */
  verify(): Promise<void>;
}
