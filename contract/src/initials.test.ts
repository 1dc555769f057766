import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('S9.14 people and workspaces have at most two initials, in any script', () => {
  const names = ['Eva Malá', 'ľubo', 'Ján z Bratislavy Ďurica', '  ', '😀 b', 'ßeta ßmall']
  expect(names.map(initials)).toEqual(['EM', 'Ľ', 'JĎ', '', '😀B', 'SS'])
})
