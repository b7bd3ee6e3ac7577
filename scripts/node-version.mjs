const LEAST = [20, 19];

/** Ends the process with a clear line where this Node is too old; the first syntax error would not be clear. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  process.stderr.write(`Graphward needs Node.js ${LEAST.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
