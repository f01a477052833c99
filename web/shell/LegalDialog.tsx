import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../ui/button.ts';

const TOPICS = {
  terms: {
    title: 'Terms',
    paragraphs: [
      'Dripcast shows public podcast feeds and text from their episodes. The podcasts belong to the people who make them, and each one links back to where it is published.',
      'Insights, answers and quizzes are written by software from the transcript of an episode. They can be wrong. They are not legal, medical or financial advice. Check them against the transcript passages they cite.',
      "Your account is for you alone. Please do not use it to overload the service or to access other people's data.",
    ],
  },
  privacy: {
    title: 'Privacy',
    paragraphs: [
      'We store your username, a one-way hash of your password, what you add to your profile, and your subscriptions, conversations, saved insights, moments, notes, sources, reviews, quiz results, listening positions, digests and writing.',
      'One cookie keeps you logged in. Another recognizes this browser, so that nobody can slow down your login by guessing your password elsewhere; for the same reason, we store hashes of the networks you log in from. There are no advertising or tracking cookies, and nothing is sold or shared for advertising.',
      "Audio plays straight from the podcast's own host, which sees your IP address. Covers come through our server. An AI service helps answer the questions you ask.",
    ],
  },
};

/** The Terms and Privacy dialog above any screen. It can be linked to. */
export function LegalDialog({ topic }: { topic: keyof typeof TOPICS }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { title, paragraphs } = TOPICS[topic];

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="legal-title"
      className="notice-dialog"
      onClose={() => void navigate({ to: '.', search: true, hash: '', resetScroll: false })}
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id="legal-title" className="text-2xl">
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          className={buttonClass('ghost', 'icon')}
          onClick={() => dialog.current?.close()}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <div className="reading mt-4">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {topic === 'terms' && (
          <p>
            Dripcast builds on other people's work:{' '}
            <a href="/licences.txt" target="_blank" rel="noreferrer">
              third-party notices
            </a>
            .
          </p>
        )}
      </div>
    </dialog>
  );
}
