/** Replaces some members of an object and passes the others on to it, also those it gets later and those it computes when asked. */
export function override<Target extends object>(target: Target, own: Partial<Target>): Target {
  return new Proxy(target, {
    get: (_, name) => (Object.hasOwn(own, name) ? own[name as keyof Target] : target[name as keyof Target]),
  });
}
