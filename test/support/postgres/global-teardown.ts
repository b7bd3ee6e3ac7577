/** Stops the server of this run, or drops its databases on the server of TEST_DATABASE_URL. */
export default async function globalTeardown(): Promise<void> {
  const end: unknown = Reflect.get(globalThis, Symbol.for('graphward.end-test-run'));
  if (typeof end === 'function') await end();
}
