/** The nodes of one kind are environments, as domains and tenants are. */
export interface ExtensionEnvironment {
  readonly kind: string;
  /** The kind that all nodes of the source have. */
  readonly source: string;
  /** Kinds of nodes that count as accounts. */
  readonly principals: readonly string[];
}

/** Each edge of a kind from outside into tier zero of an environment is a finding. */
export interface ExtensionFinding {
  readonly name: string;
  readonly title: string;
  /** Name of the extension, for people. */
  readonly platform: string;
  /** Kind of the edges. */
  readonly kind: string;
  /** Kind of the environment of their ends. */
  readonly environment: string;
  readonly rule: string;
  readonly sentence: string;
  readonly remediation: string;
  readonly longRemediation: string;
}

/** The parts of an extension that the service uses, as it was sent with its last upload. */
export interface ExtensionModel {
  readonly nodeKinds: readonly string[];
  readonly edgeKinds: readonly string[];
  /** Those of the kinds of edges whose start controls their end. */
  readonly traversable: readonly string[];
  readonly environments: readonly ExtensionEnvironment[];
  readonly findings: readonly ExtensionFinding[];
}

/** The model of an extension that an older version of the service stored. */
export const unusedModel: ExtensionModel = {
  nodeKinds: [],
  edgeKinds: [],
  traversable: [],
  environments: [],
  findings: [],
};
