import {
  assistant,
  button,
  buttons,
  end,
  flow,
  handOver,
  inBothLanguages,
  message,
  note,
  question,
  saveTo,
  text,
  unanswered,
  type ScenarioTemplate,
} from './template.ts'

export const booking: ScenarioTemplate = {
  key: 'booking',
  name: { en: 'Booking a call', sk: 'Dohodnutie hovoru' },
  description: {
    en: 'Asks for the topic, a phone number, a day and a time of day, and leaves them for the team as a note.',
    sk: 'Opýta sa na tému, telefónne číslo, deň a časť dňa a zanechá ich tímu ako poznámku.',
  },
  flow: inBothLanguages((team) =>
    flow(
      { kind: 'message', words: ['call', 'phone', 'zavolať', 'zavolajte', 'telefonát'] },
      [
        buttons('offer', [0, 0], text('Would you like us to call you?', 'Máme vám zavolať?'), [
          button('yes', text('Yes, please', 'Áno, prosím'), 'topic'),
          button('no', text('No, I’ll write', 'Nie, napíšem'), 'answer'),
        ]),
        question(
          'topic',
          [1, 0],
          text('What would you like to talk about?', 'O čom by ste sa chceli porozprávať?'),
          'phone',
          saveTo(null, 'topic'),
        ),
        question('phone', [2, 0], text('Which number should we call?', 'Na aké číslo máme zavolať?'), 'day', {
          answer: 'phone',
          ...saveTo('phone', 'phone'),
          fallback: 'team',
        }),
        question('day', [3, 0], text('Which day suits you?', 'Ktorý deň vám vyhovuje?'), 'time', {
          answer: 'date',
          ...saveTo(null, 'day'),
          fallback: 'time',
        }),
        question('time', [4, 0], text('Morning or afternoon?', 'Dopoludnia alebo popoludní?'), 'note', {
          answer: 'choice',
          choices: [
            { id: 'morning', text: text('Morning', 'Dopoludnia') },
            { id: 'afternoon', text: text('Afternoon', 'Popoludní') },
          ],
          ...saveTo(null, 'time'),
          fallback: 'note',
        }),
        note(
          'note',
          [5, 0],
          team(
            'Call {{phone}} ({{day|any day}}, {{time|any time}}): {{topic}}',
            'Zavolať na {{phone}} ({{day|ktorýkoľvek deň}}, {{time|kedykoľvek}}): {{topic}}',
          ),
          'thanks',
        ),
        message('thanks', [6, 0], text('Thank you. We’ll call you.', 'Ďakujeme. Zavoláme vám.'), 'team'),
        assistant('answer', [1, 1], 'end', 'unanswered'),
        handOver('team', [7, 0], team('Wants a call', 'Chce, aby sme zavolali')),
        handOver('unanswered', [2, 2], unanswered(team)),
        end('end', [2, 1]),
      ],
      ['topic', 'phone', 'day', 'time'],
    ),
  ),
}
