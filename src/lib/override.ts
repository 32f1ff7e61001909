/**
 * Replaces some members of an object. All others are read from the object on access, including members added later and
 * getters.
 */
export function override<Target extends object>(target: Target, own: Partial<Target>): Target {
  return new Proxy(target, {
    get: (_, name) => (Object.hasOwn(own, name) ? own[name as keyof Target] : target[name as keyof Target]),
  });
}
