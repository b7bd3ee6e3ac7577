import { openEmbeddedPostgres } from './embedded-postgres.js';

/** A process that uses the embedded server of a DATA_DIR, prints its URL, and stops using it at the first input. */
const [dataDir = ''] = process.argv.slice(2);
const server = await openEmbeddedPostgres({ dataDir, log: () => {} });
process.stdout.write(`${server.url}\n`);
process.stdin.once('data', () => {
  void leave();
});

async function leave(): Promise<void> {
  process.stdout.write(`${await server.stop()}\n`);
  process.stdin.pause();
}
