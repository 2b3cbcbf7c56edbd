/** A block of a content page. */
type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }

/**
 * Cuts a content page into blocks: `## ` begins a heading, `- ` an item of a list, a blank line a new
 * paragraph. Everything else is text and stays text.
 */
export function blocksOf(body: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of body.split('\n').map((raw) => raw.trim())) {
    if (line === '') {
      open = undefined
    } else if (line.startsWith('## ')) {
      blocks.push({ kind: 'heading', text: line.slice(3).trim() })
      open = undefined
    } else if (line.startsWith('- ')) {
      if (open?.kind !== 'list') blocks.push((open = { kind: 'list', items: [] }))
      open.items.push(line.slice(2).trim())
    } else if (open?.kind === 'paragraph') {
      open.text += ` ${line}`
    } else {
      blocks.push((open = { kind: 'paragraph', text: line }))
    }
  }
  return blocks
}
