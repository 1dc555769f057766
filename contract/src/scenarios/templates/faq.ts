import {
  askQuestion,
  assistant,
  button,
  buttons,
  end,
  flow,
  handOver,
  inBothLanguages,
  message,
  question,
  something,
  text,
  type ScenarioTemplate,
} from './template.ts'

export const faq: ScenarioTemplate = {
  key: 'faq',
  name: { en: 'Frequently asked questions', sk: 'Časté otázky' },
  description: {
    en: 'Shows frequently asked questions as buttons. The assistant answers them from your data sources.',
    sk: 'Ukáže časté otázky ako tlačidlá. Asistent na ne odpovie z vašich zdrojov údajov.',
  },
  flow: inBothLanguages((team) =>
    flow({ kind: 'conversation_started', page: '' }, [
      buttons('menu', [0, 1], text('What can we help you with?', 'S čím vám pomôžeme?'), [
        button('delivery', text('How long does delivery take?', 'Ako dlho trvá doručenie?'), 'answer'),
        button('returns', text('How do I return a product?', 'Ako vrátim tovar?'), 'answer'),
        button('payment', text('How can I pay?', 'Ako môžem zaplatiť?'), 'answer'),
        button('other', something, 'question'),
      ]),
      question('question', [1, 2], askQuestion, 'answer'),
      assistant('answer', [2, 1], 'helped', 'sorry'),
      buttons('helped', [3, 0], text('Did this answer your question?', 'Odpovedalo to na vašu otázku?'), [
        button('yes', text('Yes, thanks', 'Áno, ďakujem'), 'thanks'),
        button('again', text('Ask something else', 'Opýtať sa niečo iné'), 'question'),
        button('person', text('Talk to a person', 'Hovoriť s človekom'), 'team'),
      ]),
      message('thanks', [4, 0], text('You’re welcome!', 'Radi sme pomohli!'), 'done'),
      end('done', [5, 0]),
      message(
        'sorry',
        [3, 2],
        text(
          'I couldn’t find an answer. Someone from our team will reply here.',
          'Odpoveď sa nepodarilo nájsť. Niekto z nášho tímu vám tu odpovie.',
        ),
        'team',
      ),
      handOver('team', [4, 2], team('Frequently asked questions didn’t help', 'Časté otázky nepomohli')),
    ]),
  ),
}
