-- Suggestions are read when a chat starts, and few passages ask a question.
create index passage_question on passage (integration_id, locale)
  where not is_hidden and (is_answer or heading like '%?' or text ~ '(^|\n)#{1,6} [^\n]*[?] *(\n|$)');
