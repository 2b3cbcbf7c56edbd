/** The box of a text input, a text area or a select. 16 px letters, so that phones do not zoom. */
export const controlStyle =
  'min-h-11 w-full rounded-control border border-control bg-paper px-3 py-2 text-base text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:border-primary focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-quiet disabled:text-muted aria-invalid:border-danger aria-invalid:focus-visible:outline-danger'
