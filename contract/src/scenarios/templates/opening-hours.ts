import {
  askEmail,
  askQuestion,
  assistant,
  button,
  buttons,
  email,
  end,
  flow,
  handOver,
  inBothLanguages,
  message,
  note,
  question,
  saveTo,
  text,
  type ScenarioTemplate,
} from './template.ts'

export const openingHours: ScenarioTemplate = {
  key: 'opening_hours',
  name: { en: 'Outside opening hours', sk: 'Mimo otváracích hodín' },
  description: {
    en: 'Offers the assistant when you’re closed, or takes a message with an email address.',
    sk: 'Keď máte zatvorené, ponúkne asistenta alebo prijme správu s e-mailovou adresou.',
  },
  flow: inBothLanguages((team) =>
    flow(
      { kind: 'outside_hours' },
      [
        buttons(
          'closed',
          [0, 1],
          text(
            'We’re closed right now. How would you like to continue?',
            'Práve máme zatvorené. Ako chcete pokračovať?',
          ),
          [
            button('ask', text('Ask the assistant', 'Opýtať sa asistenta'), 'question'),
            button('leave', text('Leave a message', 'Nechať správu'), 'email'),
          ],
        ),
        question('question', [1, 0], askQuestion, 'answer'),
        assistant('answer', [2, 0], 'more', 'email'),
        buttons('more', [3, 0], text('Did this help?', 'Pomohlo vám to?'), [
          button('yes', text('Yes, thanks', 'Áno, ďakujem'), 'done'),
          button('again', text('Ask something else', 'Opýtať sa niečo iné'), 'question'),
          button('leave', text('Leave a message', 'Nechať správu'), 'email'),
        ]),
        question('email', [2, 2], askEmail, 'text', email),
        question(
          'text',
          [3, 2],
          text('What should we look into?', 'Čomu sa máme venovať?'),
          'note',
          saveTo(null, 'message'),
        ),
        note(
          'note',
          [4, 2],
          team(
            'Message left outside opening hours: {{message}}',
            'Správa mimo otváracích hodín: {{message}}',
          ),
          'thanks',
        ),
        message(
          'thanks',
          [5, 2],
          text('Thank you. We’ll reply as soon as we open.', 'Ďakujeme. Odpovieme hneď, ako otvoríme.'),
          'team',
        ),
        handOver('team', [6, 2], team('Message outside opening hours', 'Správa mimo otváracích hodín')),
        end('done', [4, 0]),
      ],
      ['message'],
    ),
  ),
}
