import { fold } from '../analysis/fold.ts'
import { includesPhrase, readPhrases } from './phrases.ts'

/** Phrases that address a language model instead of a reader; folded, in English and Slovak. */
const instructions = readPhrases(`
  (ignore|disregard|forget|override|bypass) (all|any|the|your|previous|prior|above|these|every)
  (system|hidden|secret|developer) (prompt|instructions|message)
  (new|updated|real|following) instructions
  you are (now|a|an) (ai|assistant|chatbot|bot|language|llm|helpful)
  as (an|the) (ai|assistant|chatbot|language)
  (act|behave|respond|answer|reply) (as|only|exactly) (a|an|if|with|as)
  (reveal|print|repeat|output|show|leak) (the|your|this|all) (prompt|instructions|system|rules)
  do not (tell|mention|inform|cite|reveal)
  (attention|note|instruction|instructions|message) (to|for) (the)? (ai|assistant|chatbot|model|llm)
  (ignoruj|ignorujte|zabudni|zabudnite|odignoruj)
  (nove|skryte|systemove) (pokyny|instrukcie)
  (si|ste) (teraz)? (ai|asistent|chatbot|jazykovy)
  (vypis|vypiste|prezrad|prezradte|zopakuj|zopakujte) (svoje|vase|tieto|systemove) (pokyny|instrukcie|pravidla)
  (odpovedaj|odpovedajte|napis|napiste) (iba|len)
`)

/** Whether a text gives instructions to a language model. Such passages are quoted, but never sent to a model. */
export const addressesModel = (text: string): boolean =>
  includesPhrase(instructions, fold(text.toLowerCase()).split(/[^\p{L}\p{N}]+/u))
