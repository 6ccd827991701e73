/** A screen that breaks leaves the shell working, says so, and offers to try again. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Broken } from './Broken.tsx';

interface Props {
  /** A new value (the path) gives the screen another chance. */
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
    return <Broken onRetry={() => this.setState({ error: null })} />;
  }
}
