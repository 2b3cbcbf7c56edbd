import { Illustration } from './Illustration'

/** Two halves of a capsule that came apart. */
export function Unplugged() {
  return (
    <Illustration>
      <path
        d="M86 60 70 76a19 19 0 0 0 27 27l16-16-27-27Z"
        transform="translate(-10 6)"
        className="fill-paper"
      />
      <path
        d="m113 33 16-16a19 19 0 0 1 27 27l-16 16-27-27Z"
        transform="translate(-16 28)"
        className="fill-primary"
      />
      <path d="m96 58-8-12M110 56l2-14M78 66l-14-4" className="stroke-control" />
      <path d="M126 104l6 8M114 108v10M138 94l10 4" className="stroke-control" />
    </Illustration>
  )
}
