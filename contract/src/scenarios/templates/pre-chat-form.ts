import type { FormField } from '../flow.ts'
import {
  base,
  flow,
  handOver,
  inBothLanguages,
  message,
  saveTo,
  text,
  type ScenarioTemplate,
} from './template.ts'

const field = (id: string, label: FormField['text'], more: Partial<FormField> = {}): FormField => ({
  id,
  kind: 'text',
  text: label,
  is_required: true,
  choices: [],
  shown_if: null,
  ...saveTo(null),
  ...more,
})

export const preChatForm: ScenarioTemplate = {
  key: 'pre_chat_form',
  name: { en: 'Pre-chat form', sk: 'Formulár pred chatom' },
  description: {
    en: 'Asks visitors who open the chat for their name, email, topic and consent before they talk to your team.',
    sk: 'Návštevníkov, ktorí otvoria chat, požiada o meno, e-mail, tému a súhlas, než sa spoja s vaším tímom.',
  },
  flow: inBothLanguages(() =>
    flow(
      { kind: 'chat_opened', page: { match: 'any', value: '' }, frequency: 'person', days: 7 },
      [
        {
          ...base('form', [0, 0]),
          kind: 'form',
          text: text(
            'Tell us who you are and what you need, and we’ll connect you with our team.',
            'Povedzte nám, kto ste a čo potrebujete, a spojíme vás s naším tímom.',
          ),
          fields: [
            field('name', text('Name', 'Meno'), saveTo('name')),
            field('email', text('Email', 'E-mail'), { kind: 'email', ...saveTo('email') }),
            field('topic', text('What’s it about?', 'O čo ide?'), {
              kind: 'choice',
              choices: [
                { id: 'order', text: text('My order', 'Moja objednávka') },
                { id: 'other', text: text('Something else', 'Niečo iné') },
              ],
              ...saveTo(null, 'topic'),
            }),
            field('order', text('Order number', 'Číslo objednávky'), {
              shown_if: { field_id: 'topic', value: 'order' },
              ...saveTo(null, 'order'),
            }),
            field(
              'consent',
              text(
                'I agree that my details may be used to answer my question.',
                'Súhlasím s použitím mojich údajov na vybavenie mojej otázky.',
              ),
              { kind: 'consent' },
            ),
          ],
          next: 'thanks',
        },
        message(
          'thanks',
          [1, 0],
          text(
            'Thank you, {{contact.name}}. Our team will reply here.',
            'Ďakujeme, {{contact.name}}. Náš tím vám odpovie tu.',
          ),
          'team',
        ),
        handOver('team', [2, 0], '{{topic}} {{order}}'),
      ],
      ['topic', 'order'],
    ),
  ),
}
