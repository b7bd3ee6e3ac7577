const LEAST = [20, 19];

/** Exits with a clear message if this Node is too old, before a syntax error does. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  process.stderr.write(`Graphward needs Node.js ${LEAST.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
