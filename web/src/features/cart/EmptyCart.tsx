import { Illustration } from '../../ui/illustrations/Illustration'

/** A basket with nothing in it but air. */
export function EmptyCart() {
  return (
    <Illustration>
      <path d="m78 66 14-30M122 66l-14-30" />
      <path d="M58 66h84l-9 52a6 6 0 0 1-6 5H73a6 6 0 0 1-6-5l-9-52Z" className="fill-paper" />
      <path d="M52 66h96" strokeWidth="5" />
      <path d="M82 82v26M100 82v26M118 82v26" className="stroke-line" />
      <path d="M152 40v10M147 45h10M50 48v8M46 52h8" />
    </Illustration>
  )
}
