import {
  base,
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
  type ScenarioTemplate,
} from './template.ts'

export const feedback: ScenarioTemplate = {
  key: 'feedback',
  name: { en: 'Feedback', sk: 'Spätná väzba' },
  description: {
    en: 'Asks how you did and hands unhappy customers over to your team. Start it in a conversation.',
    sk: 'Opýta sa na spokojnosť a nespokojných zákazníkov odovzdá tímu. Spúšťa sa v konverzácii.',
  },
  flow: inBothLanguages((team) =>
    flow(
      { kind: 'manual' },
      [
        buttons('rating', [0, 1], text('How did we do?', 'Ako ste s nami spokojní?'), [
          button('good', text('Great', 'Výborne'), 'good'),
          button('fair', text('It was OK', 'Ušlo to'), 'improve'),
          button('bad', text('Not good', 'Zle'), 'wrong'),
        ]),
        question(
          'good',
          [1, 0],
          text('What did you like most?', 'Čo sa vám najviac páčilo?'),
          'note',
          saveTo(null, 'comment'),
        ),
        question(
          'improve',
          [1, 1],
          text('What could we improve?', 'Čo môžeme zlepšiť?'),
          'note',
          saveTo(null, 'comment'),
        ),
        note('note', [2, 0], team('Feedback: {{comment}}', 'Spätná väzba: {{comment}}'), 'thanks'),
        message('thanks', [3, 0], text('Thank you for your feedback!', 'Ďakujeme za spätnú väzbu!'), 'done'),
        end('done', [4, 0]),
        question(
          'wrong',
          [1, 2],
          text('I’m sorry to hear that. What went wrong?', 'To nás mrzí. Čo sa nepodarilo?'),
          'priority',
          saveTo(null, 'comment'),
        ),
        { ...base('priority', [2, 2]), kind: 'set_priority', priority: 'high', next: 'sorry' },
        message(
          'sorry',
          [3, 2],
          text(
            'Thank you. Someone from our team will reply here.',
            'Ďakujeme. Niekto z nášho tímu vám tu odpovie.',
          ),
          'team',
        ),
        handOver('team', [4, 2], team('Unhappy customer: {{comment}}', 'Nespokojný zákazník: {{comment}}')),
      ],
      ['comment'],
    ),
  ),
}
