import { expect, test } from 'vitest'
import { readRobots } from './robots-rules.ts'

const allowed = (text: string, path: string) =>
  readRobots(text, 'OzviBot').isAllowed(new URL(`https://x.example${path}`))

test('the longest pattern applies, and of two equally long ones the one that allows', async () => {
  const text = 'User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c$\nDisallow: /x\nAllow: /x'
  expect(await allowed(text, '/')).toBe(true)
  expect(await allowed(text, '/a')).toBe(false)
  expect(await allowed(text, '/a/b')).toBe(true)
  expect(await allowed(text, '/a/b/c')).toBe(false)
  expect(await allowed(text, '/a/b/cd')).toBe(true)
  expect(await allowed(text, '/x')).toBe(true)
})
test('an asterisk matches anything, a dollar the end, and encodings are normalized', async () => {
  const text =
    'User-agent: *\nDisallow: /*.pdf$\nDisallow: /*print*page\nDisallow: /ň\nDisallow: /%2f\nDisallow:'
  expect(await allowed(text, '/a/b.pdf')).toBe(false)
  expect(await allowed(text, '/a/b.pdf?x')).toBe(true)
  expect(await allowed(text, '/?print=1&page=2')).toBe(false)
  expect(await allowed(text, '/page/print')).toBe(true)
  expect(await allowed(text, '/%C5%88')).toBe(false)
  expect(await allowed(text, '/%2F')).toBe(false)
})
test('a robot follows the groups with its name, else those for all; comments and unknown lines are ignored', async () => {
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
  for (const [path, isAllowed] of Object.entries({ '/all': true, '/own': false, '/also': false }))
    expect(await allowed(text, path), path).toBe(isAllowed)
  expect(readRobots(text, 'OzviBot')).toMatchObject({ delay_s: 2.5, sitemaps: ['https://x.example/map.xml'] })
  expect(await readRobots(text, 'Elsewhere').isAllowed(new URL('https://x.example/all'))).toBe(false)
  expect(await readRobots('<html>not found</html>', 'OzviBot').isAllowed(new URL('https://x.example/'))).toBe(
    true,
  )
})
test('a file with more than 5,000 rules for the robot allows nothing', async () => {
  const rules = (count: number) => `User-agent: *\n${'Allow: /\n'.repeat(count)}`
  expect(await allowed(rules(5_000), '/')).toBe(true)
  expect(await allowed(rules(5_001), '/')).toBe(false)
  expect(await allowed(`${rules(5_001)}User-agent: OzviBot\nAllow: /`, '/')).toBe(true)
})
