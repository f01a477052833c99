import { type ReactNode, useId } from 'react';

/** A card that says in a sentence what a tool does, beside what opens it. */
export function ToolCard({
  title,
  action,
  children,
}: {
  title: string;
  /** A link or a button. */
  action: ReactNode;
  /** The sentence. */
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="panel flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:p-8"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-1 min-h-5 text-sm text-quiet tabular-nums">{children}</p>
      </div>
      {action}
    </section>
  );
}
