import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * Mounts as a container engine does: the image read-only, the volume, /proc, /dev, and a /dev/shm of the usual size. Then it becomes the
 * program, as process 1 and as the user of the image.
 */
const BECOME_CONTAINER = `
set -e
root=$1 volume=$2 user=$3; shift 3
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o size=64m,mode=1777 shm "$root/dev/shm"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" --groups= "$root" "$@"
`;

/** The processes of the containers that run, with the promises of their ends. */
const running = new Map();

/** Kills the processes that a failed check has left. */
export async function endContainers() {
  for (const child of running.keys()) process.kill(firstProcess(child.pid), 'SIGKILL');
  await Promise.all(running.values());
}

/** Runs an image in namespaces of its own for processes and mounts; the network is shared with the machine. */
export async function startContainer({ mount, configuration }, volume, settings) {
  const { User: user, WorkingDir: folder, Entrypoint: entry, Cmd: words } = configuration;
  const [uid, gid] = user.split(':').map(Number);
  // An engine gives a new volume the owner that the folder has in the image.
  chownSync(volume, uid, gid);
  const env = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const inFolder = ['/usr/bin/env', '--ignore-environment', `--chdir=${folder}`, ...configuration.Env, ...env];
  const become = ['sh', '-c', BECOME_CONTAINER, 'sh', mount, volume, user, ...inFolder, ...entry, ...words];
  const child = spawn('unshare', ['--mount', '--pid', '--fork', ...become], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit');
  running.set(child, ended);
  void ended.then(() => running.delete(child));
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const listens = new Promise((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      output += `${line}\n`;
      if (line.includes('listens on')) resolve(true);
    });
    void ended.then(() => resolve(false));
  });
  return {
    healthCheck: configuration.Healthcheck.Test.slice(1),
    async listening() {
      if (!(await listens)) throw new Error(`the container ended before it listened:\n${output}`);
    },
    /** Runs a program in the container, as its user. */
    exec(program) {
      const inside = ['--target', String(firstProcess(child.pid)), '--mount', '--pid', '--root'];
      const as = ['--setuid', String(uid), '--setgid', String(gid)];
      return spawnSync('nsenter', [...inside, ...as, ...inFolder, ...program], { encoding: 'utf8' });
    },
    /** @returns the exit code of process 1 */
    async stop() {
      process.kill(firstProcess(child.pid), 'SIGTERM');
      const [code] = await ended;
      return code;
    },
    async kill() {
      process.kill(firstProcess(child.pid), 'SIGKILL');
      await ended;
    },
  };
}

/** The only child of `unshare`, which is process 1 of the container. */
function firstProcess(pid) {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return Number(first);
}
