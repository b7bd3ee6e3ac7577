import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Folders whose rooms are their own folders; the others are one room each. */
const divided = ['src'];
const counted = ['src', 'ui', 'demo', 'scripts', 'bench'];

/** Tests and their helpers, and what a script or a tool writes. */
const leftOut = /\.(?:\w+-)?spec\.tsx?$|\.fixture\.ts$|^ui\/api\/schema\.ts$|\.dump$|\.sql$|\.json$/;

/** How comments of a file begin and end, by its ending. */
const slashes = { line: /^\/\//, from: /^\{?\/\*/, to: /\*\/\}?$/ };
const hashes = { line: /^#(?!!)/ };
const comments = {
  ts: slashes,
  tsx: slashes,
  mjs: slashes,
  cjs: slashes,
  js: slashes,
  css: { from: slashes.from, to: slashes.to },
  html: { from: /^<!--/, to: /-->$/ },
  sh: hashes,
  py: hashes,
  yaml: hashes,
};

/** Prints the lines of code and of comments of each room, of the files that git knows. */
export function countLines() {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...counted], { cwd: root, encoding: 'utf8' }).split('\0');
  const rooms = new Map();
  for (const file of files) {
    const form = comments[/\.(\w+)$/.exec(file)?.[1]];
    if (!form || leftOut.test(file)) continue;
    const room = roomOf(file);
    const sum = rooms.get(room) ?? { code: 0, comments: 0 };
    const lines = linesOf(readFileSync(join(root, file), 'utf8'), form);
    rooms.set(room, { code: sum.code + lines.code, comments: sum.comments + lines.comments });
  }
  const all = [...rooms.values()];
  rooms.set('all', { code: sumOf(all, 'code'), comments: sumOf(all, 'comments') });
  for (const [room, { code, comments: words }] of rooms)
    console.log(`${room.padEnd(20)}${String(code).padStart(8)} code${String(words).padStart(8)} comments`);
  return 0;
}

/** A pattern that nothing fits. */
const never = /(?!)/;

/** Lines that are neither blank nor comments, and lines that are comments alone. */
export function linesOf(text, { line = never, from = never, to = never }) {
  const count = { code: 0, comments: 0 };
  let isInside = false;
  for (const each of text.split('\n').map((it) => it.trim())) {
    if (each === '') continue;
    const isBlock = isInside || from.test(each);
    count[isBlock || line.test(each) ? 'comments' : 'code']++;
    isInside = isBlock && !to.test(each);
  }
  return count;
}

function roomOf(file) {
  const [folder, room] = file.split('/');
  return divided.includes(folder) && file.split('/').length > 2 ? `${folder}/${room}` : folder;
}

function sumOf(rooms, name) {
  return rooms.reduce((sum, room) => sum + room[name], 0);
}
