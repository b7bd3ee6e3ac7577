import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReplicaStatus } from '../../database/replicas/replica.js';
import type { Replicas } from '../../database/replicas/replicas.js';

type Figure = readonly [name: string, help: string, of: (status: ReplicaStatus) => number];

const gauges: readonly Figure[] = [
  [
    'up',
    '1 if requests read from the replica; 0 if it is away or lags too much.',
    ({ state }) => (state === 'up' ? 1 : 0),
  ],
  ['lag_seconds', 'Seconds since the replica last showed all that was committed.', ({ lagSeconds }) => lagSeconds],
  [
    'lag_bytes',
    'Bytes of the log that the replica had not replayed when it was last checked.',
    ({ lagBytes }) => lagBytes,
  ],
];

/** Metrics of the replicas that this process reads from. */
export function registerReplicas(registry: Registry, replicas: Replicas): void {
  for (const [name, help, of] of gauges) {
    const gauge = new Gauge({
      name: `graphward_replica_${name}`,
      help,
      labelNames: ['replica'],
      registers: [registry],
      collect: () => {
        for (const status of replicas.status) gauge.set({ replica: status.name }, of(status));
      },
    });
  }
  const reads = new Counter({
    name: 'graphward_replica_reads_total',
    help: 'Requests that have read from the replica.',
    labelNames: ['replica'],
    registers: [registry],
    collect: () => {
      reads.reset();
      for (const { name, reads: count } of replicas.status) reads.inc({ replica: name }, count);
    },
  });
  const fallbacks = new Counter({
    name: 'graphward_replica_fallbacks_total',
    help: 'Requests that could have read from a replica and read from the primary, because no replica was current.',
    registers: [registry],
    collect: () => {
      fallbacks.reset();
      fallbacks.inc(replicas.fallbacks);
    },
  });
}
