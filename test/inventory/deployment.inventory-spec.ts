import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { settingDescriptions } from '../../src/base/config/setting.decorators.js';
import { HealthController } from '../../src/observability/health/health.controller.js';
import { assignments, compose, instructions, kubernetesFolder, kustomization } from './deployment.fixture.js';
import { type Manifest, manifests, textOf, unit } from './deployment.fixture.js';

const settings = loadSettings({});
const known = new Set(settingDescriptions().map(({ variable }) => variable));

/** Variables of Node and of the shell. */
const notSettings = ['NODE_ENV', 'PATH', 'TMPDIR'];

const image = assignments(instructions('ENV').join(' '));
const service = compose().graphward;
const objects = manifests();
const deployments = objects.filter(({ kind }) => kind === 'Deployment');
const configuration = assignments(kustomization().configMapGenerator[0].literals.join(' '));

function podOf(deployment: Manifest) {
  return deployment.spec.template.spec;
}

function containerOf(deployment: Manifest) {
  return podOf(deployment).containers[0];
}

/** `${NAME:-default}` becomes the default; `${NAME:?message}`, a value that has to be set, becomes `value`. */
function interpolated(text: string, value = ''): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, value);
}

function healthPaths(): string[] {
  const prototype: object = HealthController.prototype;
  return ['live', 'ready'].map((name) => {
    const handler: Function = Reflect.get(prototype, name);
    return `/${Reflect.getMetadata('path', HealthController)}/${Reflect.getMetadata('path', handler)}`;
  });
}

function seconds(text: string): number {
  return Number(/^(\d+)s?$/.exec(text)?.[1]);
}

/** Of a size of Kubernetes, such as `4Gi`. */
function gibOf(text: string | undefined): number {
  return Number(/^(\d+)Gi$/.exec(text ?? '')?.[1]);
}

/** The value of a directive of nginx, without its unit. */
function nginx(directive: string): number {
  return Number(new RegExp(`\\b${directive} (\\d+)[a-z]*;`).exec(textOf('deploy/proxy/nginx.conf'))?.[1]);
}

describe('every environment variable is a setting, with a value that the service accepts', () => {
  const units = assignments(unit('Environment').join(' '));
  const secrets = textOf(`${kubernetesFolder}/kustomization.yaml`).match(/^#.*Secret .*$/m)![0];
  const environments: Record<string, Readonly<Record<string, string>>> = {
    Containerfile: image,
    'compose.yaml': Object.fromEntries(
      Object.entries(service.environment).map(([name, text]) => [
        name,
        interpolated(text, 'a-secret-of-more-than-32-characters'),
      ]),
    ),
    'the unit of systemd': units,
    ...Object.fromEntries(
      deployments.map((it) => [
        it.metadata.name,
        { ...configuration, ...Object.fromEntries(containerOf(it).env.map(({ name, value }) => [name, value])) },
      ]),
    ),
    'the secret of Kubernetes': Object.fromEntries(
      [...secrets.matchAll(/[A-Z]+_[A-Z_]+/g)].map(([name]) => [name, '']),
    ),
    'nginx.conf': assignments(textOf('deploy/proxy/nginx.conf')),
    Caddyfile: assignments(textOf('deploy/proxy/Caddyfile')),
  };

  it.each(Object.entries(environments))('%s', (_name, environment) => {
    const variables = Object.keys(environment).filter((it) => !notSettings.includes(it));
    expect(variables.filter((it) => !known.has(it))).toEqual([]);
    expect(() => loadSettings(environment)).not.toThrow();
  });

  it('finds variables in all of them', () => {
    const counts = Object.values(environments).map((it) => Object.keys(it).length);
    expect(counts).toEqual([6, 7, 1, 5, 5, 5, 2, 2]);
  });
});

describe('the port', () => {
  const port = String(settings.port);

  it('is the one of the image', () => {
    expect([image['PORT'], ...instructions('EXPOSE')]).toEqual([port, port]);
  });

  it('is published by compose on the machine alone', () => {
    expect(service.ports.map((it) => interpolated(it))).toEqual([`127.0.0.1:8080:${port}`]);
  });

  it('is named in Kubernetes, and the name is what probes and the Service use', () => {
    for (const deployment of deployments) {
      const { ports, startupProbe, livenessProbe, readinessProbe } = containerOf(deployment);
      expect(ports).toEqual([{ name: 'http', containerPort: settings.port }]);
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.port)).toEqual(
        Array(3).fill('http'),
      );
    }
    expect(objects.find(({ kind }) => kind === 'Service')!.spec.ports).toMatchObject([{ targetPort: 'http' }]);
  });

  it.each(['Caddyfile', 'nginx.conf'])('is where %s sends requests', (file) => {
    expect(textOf(`deploy/proxy/${file}`).match(/127\.0\.0\.1:\d+/g)).toEqual([`127.0.0.1:${port}`]);
  });
});

describe('health checks', () => {
  const [live, ready] = healthPaths();

  it('of the image ask whether the process lives', () => {
    expect(instructions('HEALTHCHECK').join()).toContain(`:\${process.env.PORT}${live}\``);
  });

  it('of Kubernetes restart a process that does not live, and send requests to one that is ready', () => {
    for (const deployment of deployments) {
      const { startupProbe, livenessProbe, readinessProbe } = containerOf(deployment);
      const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path);
      const role = containerOf(deployment).env.find(({ name }) => name === 'ROLE')?.value;
      expect(paths).toEqual([live, live, role === 'api' ? `${ready}?for=reads` : ready]);
    }
  });
});

describe('time to stop', () => {
  it('is longer than SHUTDOWN_GRACE everywhere', () => {
    const waits = [
      seconds(service.stop_grace_period),
      seconds(unit('TimeoutStopSec')[0]!),
      ...deployments.map((it) => podOf(it).terminationGracePeriodSeconds),
    ];
    expect(waits.filter((it) => !(it >= settings.shutdownGrace + 15))).toEqual([]);
  });
});

describe('the limits of nginx', () => {
  it('are as in the service, or wait longer', () => {
    expect(nginx('client_max_body_size') * 1024 ** 3).toBe(settings.maxUploadBytes);
    expect(nginx('client_body_timeout')).toBeGreaterThan(settings.uploadIdleTimeout);
    expect(nginx('proxy_read_timeout')).toBeGreaterThan(settings.maxWait);
  });
});

describe('the manifests of Kubernetes', () => {
  it('are all in kustomization.yaml', () => {
    const files = readdirSync(kubernetesFolder).filter((it) => it !== 'kustomization.yaml');
    expect(kustomization().resources.toSorted()).toEqual(files.toSorted());
  });

  it('run the image that kustomization.yaml replaces and compose builds', () => {
    const images = deployments.map((it) => containerOf(it).image);
    expect([...images, interpolated(service.image)]).toEqual(Array(3).fill(kustomization().images[0]!.name));
  });

  it('have one deployment of each role, whose pods the others select', () => {
    const roles = deployments.map((it) => containerOf(it).env.find(({ name }) => name === 'ROLE')?.value);
    expect(roles).toEqual(['api', 'worker']);
    const components = (kind: string) =>
      objects
        .filter((it) => it.kind === kind && !it.spec.policyTypes?.includes('Egress'))
        .map(({ spec }) => (spec.podSelector ?? spec.selector).matchLabels['app.kubernetes.io/component']);
    expect(deployments.map((it) => it.spec.template.metadata.labels['app.kubernetes.io/component'])).toEqual(roles);
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'NetworkPolicy']) expect(components(kind)).toEqual(roles);
    expect(objects.find(({ kind }) => kind === 'Service')!.spec.selector).toEqual({
      'app.kubernetes.io/component': 'api',
    });
  });

  it('migrate by a job that runs the image as the deployments do', () => {
    const job = objects.find(({ kind }) => kind === 'Job')!;
    expect([containerOf(job).image, containerOf(job).args]).toEqual([kustomization().images[0]!.name, ['migrate']]);
    expect(containerOf(job).securityContext).toEqual(containerOf(deployments[0]!).securityContext);
    expect(podOf(job).securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
  });

  it('let all pods reach names, PostgreSQL, Redis, a bucket and traces, and nothing else', () => {
    const [policy] = objects.filter(({ spec }) => spec.policyTypes?.includes('Egress'));
    expect(policy!.spec.podSelector.matchLabels).toEqual({ 'app.kubernetes.io/name': 'graphward' });
    expect(policy!.spec.egress[0]!.ports.map(({ port }) => port)).toEqual([53, 53, 5432, 6379, 443, 4318]);
  });

  it('have memory for the graph and the files that are read, and scratch volumes with room for what these unpack to', () => {
    for (const deployment of deployments) {
      const { env, resources } = containerOf(deployment);
      const own = Object.fromEntries([
        ...env.map(({ name, value }) => [name, value]),
        ...Object.entries(configuration),
      ]);
      const { ingestWorkers, ingestWorkerMemoryMib, maxUnpackedBytes, role } = loadSettings(own);
      const isWorker = role === 'worker';
      const files = isWorker ? ingestWorkers : 0;
      expect([files, isWorker]).toEqual(isWorker ? [2, true] : [0, false]);
      const left = gibOf(resources.limits.memory) / 2 - (files * ingestWorkerMemoryMib) / 1024;
      expect(left).toBeGreaterThanOrEqual(1);
      const scratch = podOf(deployment).volumes.flatMap(({ emptyDir }) => (emptyDir ? [emptyDir.sizeLimit] : []));
      expect(scratch.map(gibOf).filter((it) => !(it > (files * maxUnpackedBytes) / 2 ** 30))).toEqual([]);
    }
  });

  it('leave more pods than a disruption takes', () => {
    const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
    for (const [at, { spec }] of budgets.entries())
      expect(spec.minAvailable).toBeLessThan(deployments[at]!.spec.replicas);
  });

  it('run as the user of the image, without rights, on a read-only root file system', () => {
    const [user, group] = instructions('USER')[0]!.split(':').map(Number);
    for (const deployment of deployments) {
      expect(podOf(deployment).securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: group,
        fsGroup: group,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(containerOf(deployment).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('mount the folders that the settings name', () => {
    for (const deployment of deployments) {
      const { volumeMounts } = containerOf(deployment);
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([image['DATA_DIR'], configuration['SPOOL_DIR']]);
      expect(podOf(deployment).volumes.map(({ name }) => name)).toEqual(volumeMounts.map(({ name }) => name));
    }
  });
});

it('keeps temporary files and data of the image on its volume', () => {
  expect([...instructions('VOLUME'), image['TMPDIR'], image['DATA_DIR']]).toEqual(Array(3).fill('/data'));
  expect(service.volumes).toEqual(['data:/data']);
});
