import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';

/** The link to the content editor, among the tools. */
export function EditorCard() {
  return (
    <section
      aria-labelledby="content-editor"
      className="panel flex flex-wrap items-center gap-x-6 gap-y-4 p-5 md:p-8"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="content-editor" className="text-xl">
          Content Editor
        </h2>
        <p className="mt-1 text-sm text-quiet">Your own page to write on, saved to your account.</p>
      </div>
      <Link to="/editor" className={buttonClass('outline')}>
        Open Editor
      </Link>
    </section>
  );
}
