export interface ExtensionDraft {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  /** The whole description, as it was sent. */
  readonly definition: object;
}

export interface Extension extends Pick<ExtensionDraft, 'name' | 'namespace' | 'version'> {
  readonly id: number;
}
