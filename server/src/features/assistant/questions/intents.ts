import { fold, words } from '../analysis/fold.ts'
import { includesPhrase, isPhrase, readPhrases } from './phrases.ts'
import { type SmallTalk, smallTalkOf } from './small-talk.ts'

/*
 * Detects messages that don't ask for an answer from the content. Phrases match folded words, so case,
 * diacritics and punctuation don't matter.
 */

/** Requests for a person, anywhere in a message. */
const asksForPerson = readPhrases(`
  (speak|talk|chat|connect|connected|transfer|transferred|switch|pass|put) (me)? (through)? (to|with) (a|an|the|your|some)? (real|live|actual)? (human|person|people|agent|operator|representative|somebody|someone|advisor|colleague|support team|team|staff|employee)
  (want|need|get|give me|prefer|like|find|find me|is there) (to)? (speak to|talk to|see|have)? (a|an|the|any|some)? (real|live|actual) (human|person|agent|operator|representative)
  (want|need|get me|give me|prefer) (a|an)? (human|person|agent|operator|representative)
  (human|live|real) (agent|operator|support|person|help|being)
  (speak|talk|chat) (to|with) (a|an|the|your)? (support|customer support|customer service|helpdesk|help desk|manager|supervisor|boss|sales)
  (connect|transfer|put) me (through)? (to|with) (a|an|the|your)? (support|customer support|customer service|helpdesk|help desk|manager|supervisor|boss|sales)
  (contact|reach|help from) (a|an|a real|a live|real|live) (human|person|operator|representative)
  (don't|dont|do not) (want|like) (to)? (talk|talking|speak|speaking|chat|chatting) (to|with) (a|this|the)? (bot|robot|machine|chatbot)
  (nechcem|nebudem) (sa|si)? (hovorit|rozpravat|pisat|komunikovat) (sa|si)? (s|so)? (robotom|botom|chatbotom|strojom|automatom|umelou inteligenciou)
  customer (service|support) (agent|representative|operator)
  (not|no) (a)? (bot|robot|machine)
  (hovorit|hovoril|hovorila|rozpravat|porozpravat|porozpraval|porozpravala|spojit|spojenie|prepojenie|spojte|prepojit|prepojte|prepoj|komunikovat|pisat|napisat|porozpravat sa) (sa|ma|si)? (s|so|na) (zivym|skutocnym|realnym|niekym|nejakym|vasim)? (clovek*|operator*|niek*|pracovnik*|zamestnanc*|kolegom|kolegynou|agent*|timom|podporou|osobou|poradc*|veduc*|manazer*|nadriaden*|technik*|specialist*)
  (chcem|potrebujem|prosim|dajte mi|daj mi|radsej|chcela by som|chcel by som|mozem) (ziveho|skutocneho|nejakeho)? (clovek*|operator*|zamestnanc*|pracovnik*)
  (zivy|skutocny|realny|ziveho|skutocneho) (clovek*|operator*|zamestnanec*)
  (prepojit|spojit|prepojte|spojte|prepoj|spoj) (ma)? (prosim)? (s|so|na) (clovek*|operator*|niek*|podpor*|kolegom|timom)
  s clovekom
  nie (s)? (robot*|bot*|strojom)
`)
/** Requests for a person that only count as the whole message. */
const asksForPersonAlone = readPhrases(`
  (i)? (don't|dont|do not) want (a|this|the)? (bot|robot|chatbot)
  (hi|hello|hey|halo|ahoj|dobry den)* (is|are)? (there)? (anyone|anybody|someone|somebody) (there|here|available|online|i can talk to|i can speak to|i can speak with|to talk to)
  (halo|ahoj|dobry den)* (je|ste) (tam|tu)? (niekto|niekto zivy) (tam|tu)?
  (please|can you|could you|can someone|could someone|can somebody)* call me (back)? (please)?
  (prosim|mozete|mohli by ste|moze mi niekto)* (mi)? (zavolajte|zavolat|zavolajte mi) (mi|spat|prosim|niekto)*
  (chcem|chcela by som|chcel by som|potrebujem) (kontaktovat|kontakt na) (vasu|zakaznicku)? (podpor*|operator*)
  (please|prosim|hi|hello|hey|ahoj|dobry den)? (a|an|the)? (real|live)? (human|person|agent|operator|representative|clovek|cloveka|operatora|zivy clovek|ziveho cloveka|help desk|support) (please|prosim)?
`)

/** A question about how the assistant works isn't a request for a person, unless it is about the asker. */
const questionWords = new Set(
  'when how why what where does can will is kedy ako preco co kde vie moze je'.split(' '),
)
const assistantWords = new Set('assistant bot chatbot bota'.split(' '))
const ownWords = new Set('i me my us we chcem ma mi mna mne nas nam som'.split(' '))

const isAngry = readPhrases(`
  (this|you|it|that|your) (is|are|was|s|re) (so|such|really|absolutely|completely|just)* (a)? (useless|ridiculous|terrible|awful|horrible|worst|scam|joke|disgrace|unacceptable|pathetic|rubbish|garbage)
  (worst|terrible|horrible|awful|useless) (service|support|company|experience|bot)
  (fed up|sick of|had enough|furious|pissed off)
  (fuck*|bullshit|wtf|stupid bot|idiot*)
  (to|toto|ste|ste uplne|vas|vasa|vase|je to|bolo to) (uplne|totalne|absolutne)* (je)? (nanic|hrozne|hrozny|hanba|katastrofa|podvod|neprijatelne|najhorsi*|smiesne|des|zufale)
  (mam|mame) (toho|vas)? (uz)? (dost|po krk)
  (som|sme) (uz)? (nastvan*|nasran*|zuriv*)
  (do riti|do pice|kokot*|idiot*|debil*)
`)
/** Insults, as the whole message. */
const insults = readPhrases(`
  (you|u|this|it|that|your bot|the bot|this bot|this chat|this chatbot|this assistant) (is|are|re|r)? (so|such|really|just|absolutely|totally|completely|very|pretty|a|an)* (stupid|dumb|useless|moron|sucks|suck|crap|shit|garbage|trash|annoying|worthless|pathetic|nonsense) (bot|robot|chatbot|machine|thing|assistant|answer|service|company)?
  (you're|youre|it's|its|that's|thats) (so|such|really|just|absolutely|totally|completely|very|pretty|a|an)* (stupid|dumb|useless|moron|crap|shit|garbage|trash|annoying|worthless|pathetic|a joke) (bot|robot|chatbot|machine|thing|assistant|answer|service|company)?
  (stupid|dumb|useless|idiotic|annoying) (bot|robot|chatbot|machine|assistant|thing|answer|service|company)
  (stupid|dumb|what a joke|are you kidding|are you kidding me|you must be kidding|you must be kidding me)
  (vy|ty|tento bot|tento chat|tento asistent|vas bot)? (si|ste|je) (uplne|totalne|fakt|naozaj|velmi|len|taky)* (hlup*|sprost*|blb*|neschopn*|nanic|na nic|otrasn*|trapn*) (robot|bot|stroj|chatbot|asistent)?
  (hlup*|sprost*|blb*|neschopn*) (robot|bot|stroj|chatbot|asistent)
  (to|toto)? je (to|toto)? (uplne|totalne|fakt|naozaj)* (na nic|nanic|hrozne|otrasne|hlupost|blbost|vysmech)
  (robite|robis) (si)? (zo mna)? (srandu|blazna|zarty) (zo mna)?
`)

/** Complaints that the previous answer didn't help, as the whole message. */
const unhelpful = readPhrases(`
  (no|nope|sorry|but|ok|well|hm|hmm)* (that|this|it|the answer|your answer)? (does not|doesn't|doesnt|did not|didn't|didnt) (really|actually)? (help|helped|work|answer it|answer my question|answer the question|solve it|solve my problem) (me|us|at all|much|sorry|unfortunately)*
  (no|nope|sorry|but|well)* (that|this|it|the answer|your answer)? (is not|isn't|isnt|was not|wasn't|wasnt|is|was|that's not|thats not|not|s not) (really|very|at all)? (helpful|useful|what i asked|what i meant|what i need|what i wanted|what i was looking for|the answer|my question|right|correct|wrong|the wrong answer|unhelpful)
  (not|un) (helpful|useful|what i asked|what i meant|what i need)
  (not) (really|very)? (helpful|useful) (at all)?
  (no|nope|sorry|but)* (that's|thats|that is|it's|it is|this is|this answer is|that answer is|the answer is|your answer is)? (totally|completely|just)* (wrong|incorrect|not right|not true|not correct)
  (sorry|but|no)* i (still)? (don't|dont|do not) (understand|get it) (this|that|it|you|your answer|the answer)*
  (it|this|that) still (doesn't|doesnt|does not|isn't|isnt) (work|working|help)
  (wrong answer|no help|unhelpful)
  (nie|ale|bohuzial|zial|prepacte|no)* (to|toto|tato odpoved|odpoved)? (mi|nam)? (vobec|velmi|bohuzial)? (nepomohlo|nepomohla|nepomaha|nepomoze|nepomohol) (mi|nam|vobec|bohuzial)*
  (nie|ale|bohuzial|prepacte)* (to|toto)? (nie je|nebolo) (to)? (odpoved|to|ono|spravne|uzitocne|co som chcel|co som chcela|co som hladal|co som hladala|co hladam|co potrebujem|co som sa pytal|co som sa pytala|na co som sa pytal|na co som sa pytala) (na moju otazku|na otazku)?
  (nie|ale|prepacte)* (to|toto|tato odpoved)? (nie je|nie je to) (pravda|spravne|pravdive|dobre)
  (nie|ale)* (to|toto) (je)? (zle|nespravne|nezmysel|som nechcel|som nechcela|som nemyslel|som nemyslela)
  (zle|nespravne)
  (prepacte|ale|nie)* (tomu|to|stale)* (nerozumiem|nechapem) (tomu|to|vam|odpovedi)*
  (to|stale|mi|ale|furt)* nefunguje (to|mi|stale)*
  (zla|nespravna) odpoved
`)

export type Intent = 'person' | 'anger' | SmallTalk | 'unhelpful' | 'question'

/** "When does the assistant answer?": a question about the assistant, not to it. */
function asksAboutAssistant([first = '', ...rest]: readonly string[]): boolean {
  if (!questionWords.has(first) || rest.some((word) => ownWords.has(word))) return false
  return rest.slice(0, -1).some((word) => assistantWords.has(word) || word.startsWith('asistent'))
}

/** Classifies a message by its words, without its context. */
export function intentOf(text: string): Intent {
  // Phones write ’ for '.
  const folded = words(text.replaceAll('’', "'")).map((word) => fold(word.toLowerCase()))
  // “?”, “…” or an emoji has nothing to look up. A message without text has files.
  if (!folded.length && text.trim()) return 'acknowledged'
  const smallTalk = smallTalkOf(folded)
  if (smallTalk === 'about_assistant') return smallTalk
  const isWish = isPhrase(asksForPersonAlone, folded) || includesPhrase(asksForPerson, folded)
  if (isWish && !asksAboutAssistant(folded)) return 'person'
  if (includesPhrase(isAngry, folded) || isPhrase(insults, folded)) return 'anger'
  if (smallTalk) return smallTalk
  if (isPhrase(unhelpful, folded)) return 'unhelpful'
  return 'question'
}
