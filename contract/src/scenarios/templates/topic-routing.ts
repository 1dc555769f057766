import {
  askEmail,
  base,
  button,
  buttons,
  email,
  flow,
  handOver,
  inBothLanguages,
  message,
  question,
  setVariable,
  text,
  type ScenarioTemplate,
} from './template.ts'

export const topicRouting: ScenarioTemplate = {
  key: 'topic_routing',
  name: { en: 'Routing by topic', sk: 'Triedenie podľa témy' },
  description: {
    en: 'Asks for the topic and includes it in the handover. Add a step that assigns each topic to a team.',
    sk: 'Opýta sa na tému a s ňou konverzáciu odovzdá. Pridajte krok, ktorý každú tému priradí tímu.',
  },
  flow: inBothLanguages((team) =>
    flow(
      { kind: 'conversation_started', page: '' },
      [
        buttons('topic', [0, 1], text('What’s your message about?', 'Čoho sa týka vaša správa?'), [
          button('sales', text('Products and prices', 'Produkty a ceny'), 'sales'),
          button('support', text('Help with a product', 'Pomoc s produktom'), 'support'),
          button('billing', text('Invoices and payments', 'Faktúry a platby'), 'billing'),
        ]),
        setVariable('sales', [1, 0], 'topic', team('Sales', 'Predaj'), 'email'),
        setVariable('support', [1, 1], 'topic', team('Support', 'Podpora'), 'email'),
        setVariable('billing', [1, 2], 'topic', team('Billing', 'Fakturácia'), 'email'),
        {
          ...base('email', [2, 1]),
          kind: 'branch',
          cases: [
            {
              id: 'known',
              match: 'all',
              conditions: [{ subject: 'contact', name: 'email', operator: 'is_set', value: '' }],
              next: 'thanks',
            },
          ],
          otherwise: 'ask_email',
        },
        question('ask_email', [3, 2], askEmail, 'thanks', { ...email, fallback: 'thanks' }),
        message(
          'thanks',
          [4, 1],
          text(
            'Thank you. The right person will reply here.',
            'Ďakujeme. Odpovie vám tu ten, kto vám vie pomôcť.',
          ),
          'team',
        ),
        handOver('team', [5, 1], team('Topic: {{topic}}', 'Téma: {{topic}}')),
      ],
      ['topic'],
    ),
  ),
}
