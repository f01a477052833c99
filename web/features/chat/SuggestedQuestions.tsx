/** Questions to ask with one press. What the reader has typed stays in the input. */
export function SuggestedQuestions({
  questions,
  onAsk,
}: {
  questions: readonly string[];
  onAsk: (question: string) => void;
}) {
  return (
    <section aria-label="Suggested questions" className="suggested-questions">
      {questions.map((question) => (
        <button
          key={question}
          type="button"
          dir="auto"
          onClick={(event) => {
            // The buttons disappear with the first question, so the focus moves to the conversation.
            event.currentTarget.closest<HTMLElement>('[tabindex]')?.focus();
            onAsk(question);
          }}
        >
          {question}
        </button>
      ))}
    </section>
  );
}
