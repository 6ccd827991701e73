/** If a screen crashes, the shell keeps working. An error is shown in its place, with a button to try again. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BrokenScreen } from './BrokenScreen.tsx';

interface Props {
  /** A new value (the path) renders the screen again. */
  resetKey: string;
  children: ReactNode;
}

export class ScreenBoundary extends Component<Props, { error: unknown; key: string }> {
  override state: { error: unknown; key: string } = { error: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: { error: unknown; key: string }) {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error('screen failed', error, info.componentStack);
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <BrokenScreen onRetry={() => this.setState({ error: null })} />;
  }
}
