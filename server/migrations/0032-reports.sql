-- What the figures are made of, kept where a conversation is changed anyway: no figure reads messages.
alter table conversation
  -- since when a person was wanted first: passed on by the assistant, or taken over by a member
  add column team_since timestamptz,
  add column first_reply_at timestamptz,
  -- sourced answers of the assistant
  add column answers integer not null default 0,
  -- when the customer thanked for one
  add column confirmed_at timestamptz,
  add column reopen_count integer not null default 0,
  -- the last time that it was opened again, and since when it had been resolved
  add column reopened_at timestamptz,
  add column reopened_from timestamptz;

update conversation set
  team_since = coalesce(conversation.hand_over_at, told.taken_over_at),
  first_reply_at = told.first_reply_at,
  answers = told.answers
from (
  select integration_id, conversation_id,
    min(sent_at) filter (where details->>'event' = 'taken_over') as taken_over_at,
    min(sent_at) filter (where author = 'member' and kind = 'text') as first_reply_at,
    count(*) filter (where kind = 'answer' and citations <> '[]') as answers
  from message group by integration_id, conversation_id
) as told
where told.integration_id = conversation.integration_id and told.conversation_id = conversation.id;

-- a period of figures, and the lists behind them
create index conversation_began on conversation (integration_id, created_at desc, id desc)
  where not is_test and status <> 'spam';
-- who waits longest
create index conversation_waits on conversation (integration_id, waiting_since, id)
  where waiting_since is not null and handler = 'team' and not is_test;
