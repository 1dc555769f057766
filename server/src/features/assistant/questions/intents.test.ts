import { expect, test } from 'vitest'
import { intentOf } from './intents.ts'

test.each([
  'I want to talk to a human',
  'can I speak with a real person please?',
  'Human please',
  'connect me to an agent',
  'operator',
  'I need a live agent!',
  'Chcem hovoriť s človekom',
  'chcem hovorit s clovekom',
  'Prepojte ma na operátora',
  'môžem sa porozprávať s niekým z podpory?',
  'chcem živého človeka, nie robota',
  'Potrebujem operátora.',
  'Can the bot connect me to a person?',
  'Môže ma asistent prepojiť na človeka?',
])('“%s” asks for a person', (text) => {
  expect(intentOf(text)).toBe('person')
})
test.each(['This is ridiculous!', 'worst service ever', 'I am fed up', 'To je katastrofa', 'Mám toho dosť!'])(
  '“%s” is anger',
  (text) => {
    expect(intentOf(text)).toBe('anger')
  },
)
test.each([
  ['Hello', 'greeting'],
  ['hi there!', 'greeting'],
  ['Dobrý deň', 'greeting'],
  ['Thanks a lot', 'thanks'],
  ['ďakujem veľmi pekne', 'thanks'],
  ['ok super, díky', 'thanks'],
  ['ok', 'acknowledged'],
  ['Yes', 'agreed'],
  ['yes, please', 'agreed'],
  ['áno, prosím', 'agreed'],
  ['ah I see, got it', 'acknowledged'],
  ['That is all', 'acknowledged'],
  ['áno, jasné', 'acknowledged'],
  ['that’s all', 'acknowledged'],
  ["that's all", 'acknowledged'],
  ['V poriadku', 'acknowledged'],
  ['No', 'declined'],
  ['no, thanks', 'declined'],
  ['Nie, ďakujem', 'declined'],
])('“%s” is %s and not a question', (text, intent) => {
  expect(intentOf(text)).toBe(intent)
})
test.each([
  'When does the assistant pass to a person?',
  'Kedy asistent prepojí na človeka?',
  'How many people work on a plan?',
  'What is a user agent string?',
  'Which operator can I use in a filter?',
  'How do I transfer my domain?',
  'Is there a person limit per booking?',
  'Kto môže podpísať reklamáciu?',
  'Ako kontaktujem podporu?',
  'Hello, how do I reset my password?',
  'Is it good?',
  'Is that all?',
  'Is that ok?',
  'ok and how much is it',
  'good cameras',
  'that is',
  'Dobré objektívy',
  'Koľko osôb sa zmestí do izby?',
])('“%s” is a question', (text) => {
  expect(intentOf(text)).toBe('question')
})
test.each([
  'that does not help',
  "No, that didn't help me.",
  'No, that didn’t help me.',
  'That’s not what I asked',
  'this is not what I asked',
  'wrong answer',
  'nepomohlo',
  'To mi vôbec nepomohlo',
  'to nie je čo som hľadal',
])('“%s” means that the answer didn’t help', (text) => {
  expect(intentOf(text)).toBe('unhelpful')
})
test.each([
  'it does not work with my printer',
  'why is this not helpful for search engines?',
  'nepomohlo mi reštartovanie routera',
])('“%s” is still a question', (text) => {
  expect(intentOf(text)).toBe('question')
})
