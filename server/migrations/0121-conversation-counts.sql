-- Changes to the number of conversations by state: the sum of a state's rows is its count. Rows are only inserted, so
-- transactions of one workspace don't wait for each other. A job merges the rows.
create table conversation_count (
  integration_id uuid not null references integration on delete cascade,
  status text not null,
  handler text not null,
  assignee_id uuid,
  team_id uuid,
  change integer not null
);
insert into conversation_count (integration_id, status, handler, assignee_id, team_id, change)
  select integration_id, status, handler, assignee_id, team_id, count(*) from conversation group by 1, 2, 3, 4, 5;
create index conversation_count_integration on conversation_count (integration_id);

create function count_conversation() returns trigger language plpgsql as $$
begin
  insert into conversation_count (integration_id, status, handler, assignee_id, team_id, change)
    select state.* from (values
      (old.integration_id, old.status, old.handler, old.assignee_id, old.team_id, -1),
      (new.integration_id, new.status, new.handler, new.assignee_id, new.team_id, 1)
    ) as state (integration_id, status, handler, assignee_id, team_id, change)
    -- Not if the workspace itself is being deleted.
    where exists (select from integration where id = state.integration_id);
  return null;
end $$;
create trigger count_conversation after insert or delete on conversation
  for each row execute function count_conversation();
create trigger count_changed_conversation after update of status, handler, assignee_id, team_id on conversation
  for each row when ((old.status, old.handler, old.assignee_id, old.team_id)
    is distinct from (new.status, new.handler, new.assignee_id, new.team_id))
  execute function count_conversation();

-- The conversations of a member or a team, newest message first. Resolved ones change rarely, and there are many of them.
create index conversation_of_assignee on conversation (integration_id, assignee_id, last_message_at desc, id desc)
  include (status, handler) where assignee_id is not null and status <> 'resolved';
create index conversation_resolved_of_assignee on conversation (integration_id, assignee_id, last_message_at desc, id desc)
  where assignee_id is not null and status = 'resolved';
create index conversation_of_team on conversation (integration_id, team_id, last_message_at desc, id desc)
  include (status, handler, assignee_id) where team_id is not null and status <> 'resolved';
create index conversation_resolved_of_team on conversation (integration_id, team_id, last_message_at desc, id desc)
  where team_id is not null and status = 'resolved';
-- Counts overdue replies.
create index conversation_deadline on conversation (integration_id, due_at) include (status, handler)
  where due_at is not null;
