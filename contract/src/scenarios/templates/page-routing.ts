import {
  assistant,
  base,
  end,
  flow,
  handOver,
  message,
  setVariable,
  text,
  type ScenarioTemplate,
} from './template.ts'

const pageCase = (id: string, value: string, next: string) => ({
  id,
  match: 'any' as const,
  conditions: [{ subject: 'page' as const, name: '', operator: 'contains' as const, value }],
  next,
})
export const pageRouting: ScenarioTemplate = {
  key: 'page_routing',
  name: { en: 'Routing by page', sk: 'Triedenie podľa stránky' },
  description: {
    en: 'Greets customers based on the page they’re on and includes it in the handover. Adjust the pages to your site.',
    sk: 'Osloví zákazníka podľa stránky, z ktorej píše, a s ňou konverzáciu odovzdá. Stránky prispôsobte svojmu webu.',
  },
  flow: flow(
    { kind: 'conversation_started', page: '' },
    [
      {
        ...base('page', [0, 1]),
        kind: 'branch',
        cases: [pageCase('pricing', '/pricing', 'pricing'), pageCase('help', '/help', 'help')],
        otherwise: 'answer',
      },
      setVariable('pricing', [1, 0], 'topic', 'Pricing', 'pricing_text'),
      message(
        'pricing_text',
        [2, 0],
        text(
          'You’re looking at our prices. Someone from our team will help you choose.',
          'Pozeráte si naše ceny. Kolega vám pomôže s výberom.',
        ),
        'team',
      ),
      setVariable('help', [1, 1], 'topic', 'Help', 'answer'),
      assistant('answer', [2, 1], 'end', 'team'),
      handOver('team', [3, 0], 'Page: {{topic}}'),
      end('end', [3, 1]),
    ],
    ['topic'],
  ),
}
