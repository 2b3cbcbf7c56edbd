import { Component, type ComponentType, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** What to show instead of what broke. */
  Fallback: ComponentType<{ onRetry: () => void }>
  /** A change, such as another address, is reason enough to try again. */
  resetKey?: string
}

interface ErrorBoundaryState {
  broken: boolean
  resetKey: string | undefined
}

/** Keeps what breaks inside it from emptying the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { broken: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { broken: true }
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { broken: false, resetKey }
  }

  override render() {
    const { children, Fallback } = this.props
    if (!this.state.broken) return children
    return <Fallback onRetry={() => this.setState({ broken: false })} />
  }
}
