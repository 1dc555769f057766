import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test.each([
  ['Jana Nováková-Kováčová', 'Jana Nováková-Kováčová'],
  ['O’Brien & Sons, Inc.', 'O’Brien & Sons, Inc.'],
  ['李小龍', '李小龍'],
  ['Dr. Eva', 'Dr. Eva'],
])('a name such as %j is unchanged', (name, shown) => {
  expect(plainName(name)).toBe(shown)
})

test.each([
  ['Win hhttp://ttp://evil.example/prize now', 'Win now'],
  ['evil.example/x', ''],
  ['Pay (evil.example) today', 'Pay today'],
  ['evil．example', ''],
  ['evil.\u200Bexample', ''],
  ['evil./example', ''],
  ['evil.\uFE0Fexample', ''],
  ['evil.\u3164example', ''],
  ['evil.\u0301example', ''],
  ['evil。example', ''],
  ['evil.<>example', ''],
  ['1.2.3.4 call', 'call'],
  ['javascript:alert(1)', 'javascriptalert(1)'],
  ['\u202Eelpmaxe.live', ''],
  ['a\u202Eb', 'ab'],
  ['Eva\r\nBcc: all@example.com', 'Eva Bcc'],
  ['<b>click</b>', 'bclickb'],
  ['me@localhost', 'melocalhost'],
])('SEC-42 %j adds no link, formatting or line to an email', (name, shown) => {
  expect(plainName(name)).toBe(shown)
})

test('SEC-42 a name is cut to 60 characters', () => {
  expect(plainName('x'.repeat(10_000))).toHaveLength(60)
  expect(plainName('.a'.repeat(50_000))).toBe('')
})
