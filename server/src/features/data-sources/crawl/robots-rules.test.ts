import { expect, test } from 'vitest'
import { readRobots } from './robots-rules.ts'

const allowed = (text: string, path: string) =>
  readRobots(text, 'OzviBot').isAllowed(new URL(`https://x.example${path}`))

test('the longest pattern applies, and of two equally long ones the one that allows', () => {
  const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c$\nDisallow: /x\nAllow: /x'
  expect(allowed(text, '/')).toBe(true)
  expect(allowed(text, '/a')).toBe(false)
  expect(allowed(text, '/a/b')).toBe(true)
  expect(allowed(text, '/a/b/c')).toBe(false)
  expect(allowed(text, '/a/b/cd')).toBe(true)
  expect(allowed(text, '/x')).toBe(true)
})
test('an asterisk matches anything, a dollar the end, and encodings are normalized', () => {
  const text =
    'User-agent: *\nDisallow: /*.pdf$\nDisallow: /*print*page\nDisallow: /ň\nDisallow: /%2f\nDisallow:'
  expect(allowed(text, '/a/b.pdf')).toBe(false)
  expect(allowed(text, '/a/b.pdf?x')).toBe(true)
  expect(allowed(text, '/?print=1&page=2')).toBe(false)
  expect(allowed(text, '/page/print')).toBe(true)
  expect(allowed(text, '/%C5%88')).toBe(false)
  expect(allowed(text, '/%2F')).toBe(false)
})
test('a robot follows the groups with its name, else those for all; comments and unknown lines are ignored', () => {
  const text = `# a comment
    User-agent: OtherBot # another
    Disallow: /
    Sitemap: https://x.example/map.xml
    User-Agent: *
    Disallow: /all
    user-agent: ozvibot/2
    User-agent: Third
    nonsense
    Disallow: /own
    Crawl-delay: 2.5

    User-agent: OzviBot
    Disallow: /also`
  expect([allowed(text, '/all'), allowed(text, '/own'), allowed(text, '/also')]).toEqual([true, false, false])
  expect(readRobots(text, 'OzviBot')).toMatchObject({ delay_s: 2.5, sitemaps: ['https://x.example/map.xml'] })
  expect(readRobots(text, 'Elsewhere').isAllowed(new URL('https://x.example/all'))).toBe(false)
  expect(readRobots('<html>not found</html>', 'OzviBot').isAllowed(new URL('https://x.example/'))).toBe(true)
})
