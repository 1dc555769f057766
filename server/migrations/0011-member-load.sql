-- who has how much open: the team's queue, and the load of each of its people
create index conversation_open on conversation (integration_id, assignee_id)
  where status in ('open', 'waiting') and handler = 'team';
