import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const kubernetesFolder = 'deploy/kubernetes/base';

type Environment = Readonly<Record<string, string>>;

/** The parts of a Kubernetes object that the tests read. */
export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: ManifestSpec;
}

interface ManifestSpec {
  readonly minAvailable: number;
  readonly replicas: number;
  readonly selector: { readonly matchLabels: Environment };
  readonly policyTypes: readonly string[];
  readonly egress: readonly { readonly ports: readonly { readonly port: number }[] }[];
  readonly podSelector: { readonly matchLabels: Environment };
  readonly ports: readonly { readonly targetPort: string }[];
  readonly template: { readonly metadata: { readonly labels: Environment }; readonly spec: Pod };
}

export interface Pod {
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly emptyDir?: { readonly sizeLimit?: string } }[];
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface ComposeService {
  readonly image: string;
  readonly environment: Environment;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly stop_grace_period: string;
}

export interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
  readonly configMapGenerator: readonly [{ readonly literals: readonly string[] }];
}

export function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

export function compose(): Readonly<Record<'graphward' | 'postgres' | 'redis', ComposeService>> {
  return parse(textOf('compose.yaml')).services;
}

export function kustomization(): Kustomization {
  return parse(textOf(join(kubernetesFolder, 'kustomization.yaml')));
}

/** The objects of all files beside kustomization.yaml. */
export function manifests(): Manifest[] {
  const files = readdirSync(kubernetesFolder).filter((it) => it !== 'kustomization.yaml');
  return files.flatMap((file) =>
    parseAllDocuments(textOf(join(kubernetesFolder, file))).map((it): Manifest => it.toJS()),
  );
}

/** Instructions of the last stage of the Containerfile, with their continued lines. */
export function instructions(name: string): string[] {
  const stage = textOf('Containerfile')
    .replaceAll('\\\n', ' ')
    .split(/^FROM /m)
    .at(-1)!;
  return [...stage.matchAll(new RegExp(`^${name} +(.*)$`, 'gm'))].map(([, words]) => words!);
}

/** Assignments such as `A=1 B="two"`. */
export function assignments(text: string): Environment {
  return Object.fromEntries([...text.matchAll(/([A-Z_]+)=("[^"]*"|\S*)/g)].map(([, name, value]) => [name!, value!]));
}

/** Directives of the systemd unit, in their order. */
export function unit(name: string): string[] {
  const lines = textOf('deploy/systemd/graphward.service').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'));
  return [...lines].map(([, value]) => value!);
}
