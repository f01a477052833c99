/** Ports for the servers that `npm start` runs. */
import { createServer } from 'node:net';
import { UsageError } from './command.ts';

/** A port, and the option that chooses another one. */
interface PortChoice {
  option: 'port' | 'sampler-port' | 'web-port';
  port: number;
}

/**
 * Reads the value of a port option.
 *
 * @throws UsageError if it is no port
 */
export function readPort(option: PortChoice['option'], value: string): PortChoice {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535) {
    throw new UsageError(`--${option} must be a number from 1 to 65535, not '${value}'.`);
  }
  return { option, port };
}

/**
 * Checks the ports before anything is prepared: Wrangler would only complain later, below a page of
 * other messages.
 *
 * @param command what was run, as in `npm start`
 * @throws UsageError (rejects) that names every port that is taken or given twice, and how to choose
 *   another one
 */
export async function requireFreePorts(command: string, choices: PortChoice[]): Promise<void> {
  for (const same of Map.groupBy(choices, ({ port }) => port).values()) {
    const [first, second] = same;
    if (!first || !second) continue;
    const options = same.map(({ option }) => `--${option}`).join(' and ');
    throw new UsageError(`${options} are the same, ${first.port}; choose different ports.`);
  }
  const found = await Promise.all(
    choices.map(async (one) => ((await isTaken(one.port)) ? one : [])),
  );
  const taken = found.flat();
  if (taken.length === 0) return;
  const ports = taken.map(({ port }) => port).join(' and ');
  const options = taken.map(({ option }) => `--${option} <number>`).join(' ');
  throw new UsageError(
    taken.length === 1
      ? `Port ${ports} is already in use; choose another one: ${command} -- ${options}`
      : `Ports ${ports} are already in use; choose others: ${command} -- ${options}`,
  );
}

/** What `localhost` may mean. */
const LOOPBACK = ['127.0.0.1', '::1'];

async function isTaken(port: number): Promise<boolean> {
  const taken = await Promise.all(LOOPBACK.map((host) => isTakenOn(host, port)));
  return taken.includes(true);
}

function isTakenOn(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      // Not every machine has both.
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false);
      else reject(error);
    });
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
