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
  "I don't want to talk to a bot",
  'Can someone call me back please?',
  'Is anyone there?',
  'let me talk to your manager',
  'connect me to support',
  'Rada by som hovorila s operátorom',
  'Dobrý deň, je tam niekto?',
  'Nechcem hovoriť s robotom!',
  'môžete mi zavolať?',
])('“%s” asks for a person', (text) => {
  expect(intentOf(text)).toBe('person')
})
test.each([
  'This is ridiculous!',
  'worst service ever',
  'I am fed up',
  'You are stupid',
  'this chatbot sucks',
  'To je katastrofa',
  'Mám toho dosť!',
  'Hlúpy robot',
  'Robíte si srandu?',
])('“%s” is anger', (text) => {
  expect(intentOf(text)).toBe('anger')
})
test.each([
  ['Hello', 'greeting'],
  ['hi there!', 'greeting'],
  ['Dobrý deň', 'greeting'],
  ['Thanks a lot', 'thanks'],
  ['ďakujem veľmi pekne', 'thanks'],
  ['ok super, díky', 'thanks'],
  ['Thanks, that helped!', 'thanks'],
  ['It works now, thank you', 'thanks'],
  ['Super, ďakujem, to mi pomohlo', 'thanks'],
  ['čaute', 'greeting'],
  ['Hi, how are you?', 'greeting'],
  ['Bye!', 'farewell'],
  ['Ďakujem, dovidenia', 'farewell'],
  ['Prajem pekný deň', 'farewell'],
  ['Are you a human or a bot?', 'about_assistant'],
  ['Hovorím s robotom?', 'about_assistant'],
  ['čo vieš?', 'about_assistant'],
  ['Hello, I have a question', 'invitation'],
  ['Dobrý deň, potrebujem poradiť', 'invitation'],
  ['👍', 'acknowledged'],
  ['???', 'acknowledged'],
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
  '',
  'Trash',
  'Is it helpful?',
  'How do I connect to the support server?',
  'I have a question about invoices',
  'Are you open today?',
  'Ste otvorení?',
  'Prečo mi nefunguje internet?',
  'How do I change the contact person on my invoice?',
  'I don’t want the machine anymore, how do I return it?',
  'Mám problém s prihlásením',
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
  'Áno, pomohlo, ďakujem',
  'Áno, to mi pomohlo, ďakujem',
  'Yes, great, thanks',
  'Yes, got it, thank you',
  'Jasné, ďakujem',
])('“%s” thanks for the answer', (text) => {
  expect(intentOf(text)).toBe('thanks')
})
test.each([
  'Yes, thank you',
  'Yes please, thanks',
  'Áno, ďakujem',
  'Áno, ďakujem pekne',
  'Hej, prosím, ďakujem',
])('“%s” agrees', (text) => {
  expect(intentOf(text)).toBe('agreed')
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
  'that’s wrong',
  "I don't understand",
  'to nie je pravda',
  'Nerozumiem tomu',
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
