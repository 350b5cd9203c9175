// Keeps what breaks while it is drawn to its own part of the window: without it React takes the whole page away.
import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Drawn instead; `tryAgain` draws the children anew. */
  readonly fallback: (tryAgain: () => void) => ReactNode;
}

interface State {
  readonly isBroken: boolean;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override state: State = { isBroken: false };

  readonly #tryAgain = (): void => this.setState({ isBroken: false });

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback(this.#tryAgain) : this.props.children;
  }
}
