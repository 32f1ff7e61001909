/** Metrics of the process: memory, CPU time, open files, and event loop delay. */
import { readdirSync, readFileSync } from 'node:fs';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EventLoop } from '../event-loop.ts';

export interface ProcessMetrics {
  /** Sets the version of the service in `mds_build_info`. */
  describe(version: string): void;
  watchEventLoop(eventLoop: EventLoop): void;
}

export function processMetrics(registry: Registry): ProcessMetrics {
  const registers = [registry];
  const build = new Gauge({
    name: 'mds_build_info',
    help: 'Always 1; the labels say which version runs on which Node.',
    labelNames: ['version', 'node'],
    registers,
  });
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process was started, in Unix seconds.',
    registers,
  }).set(Math.round(performance.timeOrigin / 1000));
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  gauge(
    'process_private_memory_bytes',
    'Memory of the process without pages of files, which the system takes back when it needs them.',
    privateMemory,
  );
  gauge('nodejs_heap_used_bytes', 'Memory that JavaScript objects take.', () => process.memoryUsage().heapUsed);
  gauge('nodejs_external_bytes', 'Memory outside the heap, buffers included.', () => process.memoryUsage().external);
  gauge('process_open_fds', 'Open files and connections.', openFiles);
  gauge('process_max_fds', 'How many of them the system allows; 0 where it does not say.', mostFiles);
  let cpuBefore = 0;
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time used, by all threads.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      const cpu = (user + system) / 1e6;
      this.inc(cpu - cpuBefore);
      cpuBefore = cpu;
    },
  });
  const delay = new Histogram({
    name: 'mds_event_loop_delay_seconds',
    help: 'How late a timer that rings ten times a second is.',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });

  return {
    describe: (version) => build.set({ version, node: process.versions.node }, 1),
    watchEventLoop: (eventLoop) => eventLoop.onSample((ms) => delay.observe(ms / 1000)),
  };

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
}

/** Returns the private memory in bytes, or all resident memory on systems that do not report it separately. */
function privateMemory(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
  } catch {
    return process.memoryUsage.rss();
  }
}

function mostFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0);
  } catch {
    return 0; // Not on this system.
  }
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0; // Not on this system.
  }
}
