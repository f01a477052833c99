import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * A component whose code loads later. Preloaded, it renders at once; `lazy` alone shows its fallback
 * for a moment even then, and what is below it moves.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Lazy = lazy<ComponentType<Props>>(preload);
  function Preloadable(props: Props) {
    // Kept, because another component would lose the state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}

/** A component that its screen can do without: it renders nothing until its code has loaded, or if that fails. */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Lazy = lazy<ComponentType<Props>>(async () => ({
    default: await load().catch(() => () => null),
  }));
  return (props: Props) => (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}
