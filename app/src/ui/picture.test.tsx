// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { imageBreakpoints, imageDensities } from '@ozvi/contract'
import { imageFormat, imageUrl, imageWidthSet } from '#platform/document/images.ts'
import { Picture } from './picture.tsx'

afterEach(cleanup)
const offered = (container: HTMLElement) => container.querySelector('source')?.srcset.split(', ')

test('S9.13 six breakpoints, two densities, and webp by default', () => {
  expect(Object.entries(imageBreakpoints)).toEqual([
    ['xs', 320],
    ['sm', 640],
    ['md', 768],
    ['lg', 1024],
    ['xl', 1280],
    ['2xl', 1536],
  ])
  expect([imageDensities, imageFormat]).toEqual([[1, 2], 'webp'])
  expect(imageUrl('/images/a.png', 640)).toBe('/_image/w_640,f_webp/images/a.png')
  expect(imageUrl('/a.png', 641)).toBe('/_image/w_768,f_webp/a.png')
  expect(imageUrl('https://cdn.example/a.png?v=1', 640)).toBe(
    '/_image/w_640,f_webp/https%3A%2F%2Fcdn.example%2Fa.png%3Fv%3D1',
  )
})
test('S9.13 a fluid image is offered at every breakpoint and density, and never larger than its file', () => {
  const widths = (width: number) =>
    imageWidthSet('/a.png', width)
      .split(', ')
      .map((one) => Number(/ (\d+)w$/.exec(one)?.[1]))
  expect(widths(5000)).toEqual([320, 640, 768, 1024, 1280, 1536, 2048, 2560, 3072])
  expect(widths(1440)).toEqual([320, 640, 768, 1024, 1280, 1440])
  expect(widths(200)).toEqual([200])
})
test('S9.13 an image has its space reserved, is loaded lazily, and falls back to the original without webp', () => {
  const { container } = render(<Picture src="/a.png" alt="A cat" width={1280} height={800} sizes="100vw" />)
  const image = screen.getByRole<HTMLImageElement>('img', { name: 'A cat' })
  expect([image.width, image.height, image.getAttribute('loading'), image.getAttribute('src')]).toEqual([
    1280,
    800,
    'lazy',
    '/a.png',
  ])
  const source = container.querySelector('source')
  expect([source?.type, source?.sizes]).toEqual(['image/webp', '100vw'])
  expect(offered(container)?.[0]).toBe('/_image/w_320,f_webp/a.png 320w')
})
test('S9.13 a fixed-width image is offered in both densities, and loaded eagerly above the fold', () => {
  const { container } = render(<Picture src="/a.png" alt="" width={48} height={48} isEager />)
  expect(offered(container)).toEqual(['/_image/w_48,f_webp/a.png 1x', '/_image/w_96,f_webp/a.png 2x'])
  expect(container.querySelector('img')?.getAttribute('loading')).toBe('eager')
})
