/** An answer whose JSON text exists already, mostly because PostgreSQL wrote it: sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}
