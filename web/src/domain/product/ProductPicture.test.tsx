import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderUi } from '../../test-setup/render-ui'
import { ProductPicture } from './ProductPicture'

const source = {
  url: '/media/ab/400.webp',
  widths: { 200: '/media/ab/200.webp', 400: '/media/ab/400.webp', 800: '/media/ab/800.webp' },
}

describe('ProductPicture', () => {
  test('offers the three widths by the viewport and reserves its place', () => {
    renderUi(<ProductPicture source={source} alt="A box" />)
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'A box' })
    expect(image.srcset).toBe(
      '/media/ab/200.webp 200w, /media/ab/400.webp 400w, /media/ab/800.webp 800w',
    )
    expect(image.sizes).toBe('(max-width: 600px) 200px, (max-width: 1200px) 400px, 800px')
    expect([image.width, image.height]).toEqual([400, 400])
    expect(image.getAttribute('loading')).toBe('lazy')
  })

  test('the first picture of a page is fetched at once', () => {
    renderUi(<ProductPicture source={source} alt="A box" turn="first" />)
    const image = screen.getByRole('img', { name: 'A box' })
    expect(image.getAttribute('loading')).toBe('eager')
    expect(image.getAttribute('fetchpriority')).toBe('high')
  })

  test('an icon with the same name stands in for a picture that fails or is missing', () => {
    const { container, rerender } = renderUi(<ProductPicture source={source} alt="A box" />)
    fireEvent.error(screen.getByRole('img', { name: 'A box' }))
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByRole('img', { name: 'A box' })).toBeTruthy()
    rerender(<ProductPicture source={{ ...source, url: '/media/cd/400.webp' }} alt="Another box" />)
    expect(container.querySelector('img')?.alt).toBe('Another box')
    rerender(<ProductPicture source={undefined} alt="No box" />)
    expect(container.querySelector('img')).toBeNull()
  })
})
