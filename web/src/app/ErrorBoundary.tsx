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
  /** Somebody has tried again already. */
  retried: boolean
  resetKey: string | undefined
}

/** Shows a fallback when a component inside it throws; the rest of the page stays. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {
    broken: false,
    retried: false,
    resetKey: this.props.resetKey,
  }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { broken: true }
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return resetKey === state.resetKey ? null : { broken: false, retried: false, resetKey }
  }

  override render() {
    const { children, Fallback } = this.props
    if (!this.state.broken) return children
    return <Fallback onRetry={this.#retry} />
  }

  /** What breaks twice will break again, such as a lazy part that did not load: the page is loaded anew. */
  readonly #retry = () => {
    if (this.state.retried) location.reload()
    else this.setState({ broken: false, retried: true })
  }
}
