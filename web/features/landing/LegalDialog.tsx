import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '../../ui/button.ts';

const TOPICS = {
  terms: {
    title: 'Terms',
    paragraphs: [
      'Dripcast shows public podcast feeds and what can be read from their episodes. The shows belong to those who make them; each one links back to where it is published.',
      'Insights, answers and quizzes are written by software from the transcript of an episode. They can be wrong. They are no legal, medical or financial advice; the place in the transcript beside them lets you check.',
      'Your account is yours alone. Please do not use it to overload the service or to reach what belongs to others.',
    ],
  },
  privacy: {
    title: 'Privacy',
    paragraphs: [
      'Kept about you: your username, your password as a hash that cannot be turned back, and what you choose to add to your profile, together with your subscriptions, conversations, saved insights, notes and writing.',
      'One cookie keeps you signed in. There are no advertising or tracking cookies, and nothing is sold or shared for advertising.',
      'Covers and audio are loaded from the hosts of the podcasts, which learn the address they are asked from. Questions you ask are answered with the help of an AI service.',
    ],
  },
};

/** A notice over the landing page; its address can be linked. */
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
      onClose={() => void navigate({ to: '/', hash: '', resetScroll: false })}
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
      </div>
    </dialog>
  );
}
