import { Component, type ReactNode } from 'react';
import { ErrorView } from './ErrorView.tsx';
import { loadPageAgain } from './load-page-again.ts';

interface CardBoundaryProps {
  /** The name of the failed part, as in 'Recent Episodes'. */
  name: string;
  /** It would have covered the page, so its error does too. */
  isOverlay?: boolean;
  children: ReactNode;
}

/** An error boundary: an error in one card doesn't take down the page. */
export class CardBoundary extends Component<CardBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <section
        aria-label={this.props.name}
        className={`panel ${this.props.isOverlay ? 'fixed inset-x-4 bottom-4 z-40 mx-auto max-w-md shadow-lg' : ''}`}
      >
        <ErrorView title={`${this.props.name} could not be shown`} onRetry={loadPageAgain}>
          The rest of the page still works.
        </ErrorView>
      </section>
    );
  }
}
