import { blocksOf } from './blocks'

/** A notice as people read it. */
export function ContentText({ body }: { body: string }) {
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {blocksOf(body).map((block, index) => {
        // The blocks of a text have no ids and never change places.
        const key = `${index}`
        if (block.kind === 'heading') {
          return (
            <h2 key={key} className="mt-4 text-xl">
              {block.text}
            </h2>
          )
        }
        if (block.kind === 'paragraph') return <p key={key}>{block.text}</p>
        return (
          <ul key={key} className="list-disc ps-6">
            {block.items.map((item) => (
              <li key={item} className="py-0.5">
                {item}
              </li>
            ))}
          </ul>
        )
      })}
    </div>
  )
}
