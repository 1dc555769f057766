import { expect, test } from 'vitest'
import { mentionsIn } from './mentions.ts'

const member = (user_id: string, name: string, email = `${user_id}@example.com`) => ({ user_id, name, email })
const team = [
  member('eva', 'Eva'),
  member('nova', 'Eva Nováková'),
  member('jan', 'Ján'),
  member('jan2', 'Jan', 'jan.second@example.com'),
]
test.each([
  ['@Eva, please look', ['eva']],
  ['@Eva Nováková please look', ['nova']],
  ['@eva novakova!', ['nova']],
  ['ask @Evanjelina', []],
  ['mail me@eva', []],
  ['(@Ján)', ['jan', 'jan2']],
  ['@jan.second@example.com knows', ['jan2']],
  ['@Eva @Eva and @jan2@example.com', ['eva']],
  ['nobody here', []],
])('%j mentions %j', (body, ids) => {
  expect(mentionsIn(body, team)).toEqual(ids)
})
