import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

interface CardBoundaryProps {
  /** What could not be shown, as in 'Recent Episodes'. */
  name: string;
  children: ReactNode;
}

/** Keeps what breaks in one card from taking the page down. */
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
      <section aria-label={this.props.name} className="panel">
        <ErrorState
          title={`${this.props.name} could not be shown`}
          onRetry={() => this.setState({ hasFailed: false })}
        >
          The rest of the page works as before.
        </ErrorState>
      </section>
    );
  }
}
