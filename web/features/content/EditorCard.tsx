import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { buttonClass } from '../../ui/button.ts';

/** The way to the content editor, among the tools. */
export function EditorCard() {
  return (
    <section
      aria-labelledby="content-editor"
      className="panel flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:p-8"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="content-editor" className="flex items-center gap-2.5 text-2xl">
          <PenLine size={20} aria-hidden="true" className="text-accent" />
          Content Editor
        </h2>
        <p className="mt-2 text-quiet">
          A page of your own to write on. It is saved to your account, and drafts stay in this
          browser.
        </p>
      </div>
      <Link to="/editor" className={buttonClass('outline')}>
        Open Editor
      </Link>
    </section>
  );
}
