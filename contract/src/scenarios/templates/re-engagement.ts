import {
  askQuestion,
  assistant,
  base,
  button,
  buttons,
  end,
  flow,
  handOver,
  inBothLanguages,
  message,
  question,
  text,
  type ScenarioTemplate,
} from './template.ts'

export const reEngagement: ScenarioTemplate = {
  key: 're_engagement',
  name: { en: 'Re-engagement', sk: 'Opätovné oslovenie' },
  description: {
    en: 'Asks a customer who went silent whether they still need help, and again a day later. Start it from a conversation or with a rule.',
    sk: 'Opýta sa zákazníka, ktorý prestal odpovedať, či ešte potrebuje pomoc, a o deň znova. Spustite ho z konverzácie alebo pravidlom.',
  },
  flow: inBothLanguages((team) =>
    flow({ kind: 'manual' }, [
      message(
        'hello',
        [0, 0],
        text(
          'Are you still there? Just reply if you need anything else.',
          'Ste tu ešte? Ak niečo potrebujete, napíšte.',
        ),
        'day',
      ),
      { ...base('day', [1, 0]), kind: 'wait', minutes: 1_440, next: 'ask', on_message: 'answer' },
      buttons('ask', [2, 0], text('Do you still need help?', 'Potrebujete ešte pomoc?'), [
        button('yes', text('Yes', 'Áno'), 'question'),
        button('no', text('No, it’s solved', 'Nie, vyriešené'), 'bye'),
      ]),
      question('question', [3, 1], askQuestion, 'answer'),
      assistant('answer', [4, 1], 'end', 'team'),
      message('bye', [3, 0], text('Glad to hear that.', 'To nás teší.'), 'solved'),
      end('solved', [4, 0], true),
      handOver('team', [5, 1], team('Came back with a question', 'Návrat s otázkou')),
      end('end', [5, 2]),
    ]),
  ),
}
