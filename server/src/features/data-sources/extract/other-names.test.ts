import { expect, test } from 'vitest'
import { otherNames } from './other-names.ts'

test('a page also has its index terms and the words of its URL as names', () => {
  const page = { keywords: [], text: 'Some text.' }
  expect(
    otherNames('https://a.example/help/remove_duplicates.html', { ...page, keywords: ['rows, duplicate'] }),
  ).toEqual(['rows, duplicate', 'remove duplicates'])
  expect(otherNames('https://a.example/01/05340404.html', page)).toEqual([])
  expect(otherNames('https://a.example/%E0%A4%A', page)).toEqual([])
  expect(otherNames('https://a.example/zmena-hesla', page)).toEqual(['zmena hesla'])
})
test('a manual page also has its purpose as a name', () => {
  const text = '## NAME\n\ngrep - print lines that match\n\n## DESCRIPTION\n\nLong.'
  expect(otherNames('https://a.example/1.html', { keywords: [], text })).toEqual([
    'grep - print lines that match',
  ])
})
