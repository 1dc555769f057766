-- What the numbers of a scenario count, and are grouped by.
alter table scenario_run
  add locale text not null default 'en',
  -- The customer replied to it.
  add is_engaged boolean not null default false,
  -- It has entered the goal step of its version.
  add is_goal_reached boolean not null default false,
  add changed_at timestamptz;
update scenario_run set
  changed_at = coalesce(ended_at, started_at),
  locale = conversation.locale,
  is_engaged = exists (select from message
    where message.integration_id = scenario_run.integration_id
      and message.conversation_id = scenario_run.conversation_id
      and message.author = 'contact' and message.sent_at > scenario_run.started_at
      and message.seq <= scenario_run.last_seq)
from conversation
where conversation.integration_id = scenario_run.integration_id
  and conversation.id = scenario_run.conversation_id;
update scenario_run set changed_at = started_at where changed_at is null;
alter table scenario_run alter changed_at set not null;
