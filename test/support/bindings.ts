/** Bindings for tests. */

/** A binding with some of its methods replaced. */
export function bindingWith<Binding extends object>(
  binding: Binding,
  methods: { [Name in keyof Binding]?: unknown },
): Binding {
  return new Proxy(binding, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
