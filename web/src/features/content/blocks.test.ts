import { expect, test } from 'vitest'
import { blocksOf } from './blocks'

test('headings, lists and paragraphs are told apart, and everything else stays text', () => {
  expect(
    blocksOf('One\ntwo\n\n## ما نحفظ\n- a\n- <b>b</b>\nafter\n##no heading\n\n\n-no item'),
  ).toEqual([
    { kind: 'paragraph', text: 'One two' },
    { kind: 'heading', text: 'ما نحفظ' },
    { kind: 'list', items: ['a', '<b>b</b>'] },
    { kind: 'paragraph', text: 'after ##no heading' },
    { kind: 'paragraph', text: '-no item' },
  ])
  expect(blocksOf(' \n')).toEqual([])
})
