-- Questions that mean the same share their `question_id`: that of the first of them, whose wording it is of.
alter table unanswered_question
  -- of the question's own words
  add column wording_id uuid;
update unanswered_question set wording_id = question_id;
alter table unanswered_question alter column wording_id set not null;
create index unanswered_wording on unanswered_question (integration_id, wording_id);
