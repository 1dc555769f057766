import { expect, test } from 'vitest'
import { expectQuick } from '../../../test/hostile-input.ts'
import { beginsWithTag } from './begins-with-tag.ts'

const tags = ['!doctype', 'script', '?xml']

test.each([
  '<script>',
  ' \n\t<SCRIPT src=x>',
  '<!DOCTYPE html>',
  '<?xml version="1.0"?>',
  '<!-- a --><!-- b -->\n<script>',
  '<!--><script>',
  '<!-- a --!><script>',
  `<!--${'-'.repeat(5_000)}--><script>`,
  '<!-- nothing closes this',
])('%j begins with a tag', (text) => {
  expect(beginsWithTag(text, tags)).toBe(true)
})
test.each(['', '<', 'text <script>', '<p>', '<!-- a --> text <script>', '< script>'])(
  '%j starts with none of the tags',
  (text) => {
    expect(beginsWithTag(text, tags)).toBe(false)
  },
)
test('SEC-14 SEC-32 any number of comments is skipped in linear time', async () => {
  await expectQuick((text) => beginsWithTag(text, tags), ['<!---->', '<!--', '-->', '--!>', '-', ' ', 'x'])
}, 120_000)
