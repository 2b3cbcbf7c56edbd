import { Illustration } from '../../ui/illustrations/Illustration'

/** An open parcel. */
export function EmptyOrders() {
  return (
    <Illustration>
      <path d="M60 70v50a4 4 0 0 0 4 4h72a4 4 0 0 0 4-4V70" className="fill-paper" />
      <path d="M60 70 48 52h44l8 18M140 70l12-18h-44l-8 18" className="fill-paper" />
      <path d="M60 70h80" />
      <path d="M90 98h20M100 88v20" strokeWidth="4" />
      <path d="M100 44V30M84 44l-6-10M116 44l6-10" className="stroke-control" />
    </Illustration>
  )
}
