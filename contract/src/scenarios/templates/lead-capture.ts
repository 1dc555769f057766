import {
  askEmail,
  email,
  flow,
  handOver,
  inBothLanguages,
  message,
  question,
  saveTo,
  text,
  type ScenarioTemplate,
} from './template.ts'

export const leadCapture: ScenarioTemplate = {
  key: 'lead_capture',
  name: { en: 'Lead capture', sk: 'Získanie kontaktu' },
  description: {
    en: 'Asks new visitors for their name, email and company, then hands over to your team.',
    sk: 'Nových návštevníkov sa opýta na meno, e-mail a firmu a odovzdá ich tímu.',
  },
  flow: inBothLanguages((team) =>
    flow({ kind: 'conversation_started', page: '' }, [
      message(
        'hello',
        [0, 0],
        text(
          'Thanks for writing to us! A few details help us reply.',
          'Ďakujeme za správu! S odpoveďou nám pomôže pár údajov.',
        ),
        'name',
      ),
      question('name', [1, 0], text('What’s your name?', 'Ako sa voláte?'), 'email', saveTo('name')),
      question('email', [2, 0], askEmail, 'company', email),
      question(
        'company',
        [3, 0],
        text('Which company are you from, {{contact.name}}?', 'Z akej firmy ste, {{contact.name}}?'),
        'thanks',
        saveTo('company'),
      ),
      message(
        'thanks',
        [4, 0],
        text(
          'Thank you. Our team will reply here or to {{contact.email}}.',
          'Ďakujeme. Náš tím vám odpovie tu alebo na {{contact.email}}.',
        ),
        'team',
      ),
      handOver('team', [5, 0], team('New lead', 'Nový záujemca')),
    ]),
  ),
}
