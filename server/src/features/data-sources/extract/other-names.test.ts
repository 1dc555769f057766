import { expect, test } from 'vitest'
import { otherNames } from './other-names.ts'

test('a page is also named by its index terms and the words of its address', () => {
  expect(otherNames('https://a.example/help/remove_duplicates.html', ['rows, duplicate'])).toEqual([
    'rows, duplicate',
    'remove duplicates',
  ])
  expect(otherNames('https://a.example/01/05340404.html', [])).toEqual([])
  expect(otherNames('https://a.example/%E0%A4%A', [])).toEqual([])
  expect(otherNames('https://a.example/zmena-hesla', [])).toEqual(['zmena hesla'])
})
