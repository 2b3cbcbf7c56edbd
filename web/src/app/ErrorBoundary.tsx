import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  children: ReactNode
  /** What to show instead of what broke. */
  fallback: (retry: () => void) => ReactNode
  /** A change, such as another address, is reason enough to try again. */
  resetKey?: string
}

/** Keeps what breaks inside it from emptying the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.broken && before.resetKey !== this.props.resetKey)
      this.setState({ broken: false })
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return this.props.fallback(() => this.setState({ broken: false }))
  }
}
