import { Skeleton } from '../../ui/Skeleton'

/** The quiet shape of a product card, of the same size as the card that will replace it. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className="rounded-card border border-line bg-paper">
      {/* The specification's 210 × 118, in the frame that the picture will have. */}
      <div className="grid aspect-square place-items-center overflow-hidden rounded-t-card bg-quiet">
        <Skeleton className="aspect-[210/118] w-full max-w-[210px] rounded-none" />
      </div>
      <div className="flex flex-col p-3">
        <div className="flex h-[1lh] items-center text-sm">
          <Skeleton className="h-3 w-1/3" />
        </div>
        <div className="mb-2 flex h-[2lh] flex-col justify-center gap-2 text-base leading-snug">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
        <div className="flex h-8 items-center">
          <Skeleton className="h-5 w-20" />
        </div>
        <Skeleton className="mt-3 h-11 w-full rounded-control" />
      </div>
    </div>
  )
}
