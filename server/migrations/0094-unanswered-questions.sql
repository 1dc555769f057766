-- What customers asked and the assistant had no answer to.
create table unanswered_question (
  integration_id uuid not null,
  conversation_id uuid not null,
  -- of the message that asked
  seq integer not null,
  -- of the question's words: the same for all that are one question
  question_id uuid not null,
  -- what was asked, as far as a question with its answer may be long
  question text not null,
  asked_at timestamptz not null,
  -- an answer that somebody has suggested
  suggestion_id uuid,
  -- how it left the list; null: it waits
  settled text check (settled in ('answered', 'dismissed')),
  primary key (integration_id, conversation_id, seq),
  foreign key (integration_id, conversation_id) references conversation on delete cascade
);
create index unanswered_waiting on unanswered_question (integration_id, asked_at) where settled is null;
create index unanswered_same on unanswered_question (integration_id, question_id);
create index unanswered_suggested on unanswered_question (integration_id, suggestion_id)
  where suggestion_id is not null;
