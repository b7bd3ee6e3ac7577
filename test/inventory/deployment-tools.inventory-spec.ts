import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { compose, kubernetesFolder, type Manifest, manifests, textOf } from './deployment.fixture.js';

/** Exposure of the unit by `systemd-analyze security`, times ten; 100 is a unit without protection. */
const MOST_EXPOSURE = 15;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'graphward-deployment-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(program: string, ...words: readonly string[]): Run {
  const environment = { ...process.env, POSTGRES_PASSWORD: 'secret', SECRET_KEY: 'a'.repeat(32) };
  return spawnSync(program, words, { encoding: 'utf8', env: environment, timeout: 900_000 });
}

/** `describe`, or `describe.skip` and a printed reason if the machine lacks the program. */
function withProgram(program: string, probe: string) {
  if (!spawnSync(program, [probe]).error) return describe;
  process.stderr.write(`deployment-tools: tests of ${program} are skipped, because it is not installed\n`);
  return describe.skip;
}

function namesOf(objects: readonly Manifest[]): string[] {
  return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();
}

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

withProgram('kustomize', 'version')('kustomize', () => {
  it('renders all objects of Kubernetes, labelled', () => {
    const { status, stdout } = run('kustomize', 'build', kubernetesFolder);
    const rendered = parseAllDocuments(stdout).map((it): Manifest => it.toJS());
    const settings = rendered.find(({ kind }) => kind === 'ConfigMap')!.metadata.name;
    // The digest in the name makes a change of a setting replace the pods.
    expect(settings).toMatch(/^graphward-[a-z0-9]{10}$/);
    expect([status, namesOf(rendered)]).toEqual([0, [`ConfigMap ${settings}`, ...namesOf(manifests())]]);
    const deployment = rendered.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'graphward-api',
    )!;
    const labels = { 'app.kubernetes.io/name': 'graphward', 'app.kubernetes.io/component': 'api' };
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(deployment.spec.template.metadata.labels).toEqual(labels);
    expect(deployment.spec.template.spec.containers[0].image).toBe('graphward:latest');
  });
});

withProgram('kustomize', 'version')('kustomize with the component spool-in-a-bucket', () => {
  it('replaces the shared volume by one of the pod', () => {
    const from = (path: string) => relative(folder, join('deploy/kubernetes', path));
    written(
      'kustomization.yaml',
      JSON.stringify({ resources: [from('base')], components: [from('spool-in-a-bucket')] }),
    );
    const { status, stdout } = run('kustomize', 'build', folder, '--load-restrictor', 'LoadRestrictionsNone');
    const rendered = parseAllDocuments(stdout).map((it): Manifest => it.toJS());
    const volumes = rendered.flatMap(({ kind, spec }) => (kind === 'Deployment' ? spec.template.spec.volumes : []));
    expect(status).toBe(0);
    expect(namesOf(rendered)).not.toContain('PersistentVolumeClaim graphward-spool');
    const spool = { name: 'spool', emptyDir: {} };
    expect(volumes.filter(({ name }) => name === 'spool')).toEqual([spool, spool]);
  });
});

withProgram('docker-compose', 'version')('docker-compose', () => {
  it('renders compose.yaml with all services', () => {
    const { status, stdout } = run('docker-compose', '--profile', 'redis', 'config');
    const { services } = parse(stdout);
    expect([status, Object.keys(services).toSorted()]).toEqual([0, Object.keys(compose()).toSorted()]);
    expect(services.graphward.environment).toMatchObject({
      DATABASE_URL: 'postgres://graphward:secret@postgres:5432/graphward',
      EDITION: 'community',
    });
  });

  it('refuses compose.yaml without the password of PostgreSQL', () => {
    const { status, stderr } = run(
      'env',
      '-u',
      'POSTGRES_PASSWORD',
      'docker-compose',
      '--env-file',
      written('env', ''),
      'config',
    );
    expect(status).toBe(1);
    expect(stderr).toContain('set it in .env, as docs/deploy.md shows');
  });
});

withProgram('systemd-analyze', '--version')('systemd-analyze', () => {
  const unit = textOf('deploy/systemd/graphward.service');

  it('verifies the unit', () => {
    // The program of the unit must exist.
    const installed = unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`);
    expect(run('systemd-analyze', 'verify', written('graphward.service', installed))).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('finds the unit well protected', () => {
    const threshold = `--threshold=${MOST_EXPOSURE}`;
    const file = 'deploy/systemd/graphward.service';
    expect(run('systemd-analyze', 'security', '--offline=yes', threshold, file)).toMatchObject({ status: 0 });
    const bare = written('bare.service', '[Service]\nExecStart=/bin/true\n');
    expect(run('systemd-analyze', 'security', '--offline=yes', threshold, bare).status).not.toBe(0);
  });
});

withProgram('caddy', 'version')('caddy', () => {
  it('validates the Caddyfile', () => {
    const words = ['validate', '--adapter', 'caddyfile', '--config', 'deploy/proxy/Caddyfile'];
    expect(run('caddy', ...words)).toMatchObject({ status: 0, stdout: expect.stringContaining('Valid configuration') });
  });
});

withProgram('nginx', '-v')('nginx', () => {
  it('tests nginx.conf', () => {
    const certificate = [
      '-subj',
      '/CN=graphward.example.com',
      '-keyout',
      join(folder, 'key'),
      '-out',
      join(folder, 'crt'),
    ];
    run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...certificate);
    const site = textOf('deploy/proxy/nginx.conf')
      .replaceAll(/\/etc\/nginx\/tls\/graphward\.(crt|key)/g, join(folder, '$1'))
      .replaceAll(/listen (80|443)/g, 'listen 1$1');
    written('site.conf', site);
    const main = `pid ${folder}/pid; events {} http { access_log off; include ${folder}/site.conf; }`;
    const { status, stderr } = run('nginx', '-e', join(folder, 'log'), '-t', '-c', written('nginx.conf', main));
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });
});
