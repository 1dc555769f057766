import {
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
  setVariable,
  something,
  text,
  unanswered,
  type ScenarioTemplate,
} from './template.ts'

export const orderQuestion: ScenarioTemplate = {
  key: 'order_question',
  name: { en: 'Order question', sk: 'Otázka k objednávke' },
  description: {
    en: 'Collects the order number and topic before your team takes over.',
    sk: 'Zistí číslo objednávky a tému skôr, než odpovie váš tím.',
  },
  flow: inBothLanguages((team) =>
    flow(
      {
        kind: 'message',
        words: ['order', 'delivery', 'package', 'objednávk', 'doručeni', 'balík', 'zásielk'],
      },
      [
        buttons(
          'topic',
          [0, 1],
          text('Is this about an order? Choose a topic.', 'Ide o objednávku? Vyberte tému.'),
          [
            button('where', text('Where is my order?', 'Kde je moja objednávka?'), 'where'),
            button('change', text('Change or cancel an order', 'Zmeniť alebo zrušiť objednávku'), 'change'),
            button('other', something, 'question'),
          ],
        ),
        setVariable('where', [1, 0], 'topic', team('Where is my order', 'Kde je objednávka'), 'number'),
        setVariable('change', [1, 1], 'topic', team('Change or cancel', 'Zmena alebo zrušenie'), 'number'),
        question(
          'number',
          [2, 0],
          text('What’s your order number?', 'Aké je číslo vašej objednávky?'),
          'email',
          saveTo(null, 'order'),
        ),
        question(
          'email',
          [3, 0],
          text(
            'Which email address did you use for the order?',
            'S akou e-mailovou adresou ste objednávali?',
          ),
          'note',
          email,
        ),
        note('note', [4, 0], '{{topic}} ({{order}})', 'thanks'),
        message(
          'thanks',
          [5, 0],
          text(
            'Thank you, we’re looking into order {{order}}.',
            'Ďakujeme, na objednávku {{order}} sa pozrieme.',
          ),
          'team',
        ),
        handOver('team', [6, 0], '{{topic}} ({{order}})'),
        question('question', [1, 2], askQuestion, 'answer'),
        assistant('answer', [2, 2], 'done', 'unanswered'),
        end('done', [3, 2]),
        handOver('unanswered', [3, 3], unanswered(team)),
      ],
      ['topic', 'order'],
    ),
  ),
}
