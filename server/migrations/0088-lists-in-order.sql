-- A filter of those that are not resolved stops at the page that is asked for, and counts still read the index alone.
drop index conversation_unresolved;
create index conversation_unresolved on conversation (integration_id, last_message_at desc, id desc)
  include (status, handler, assignee_id, team_id, locale, waiting_since, due_at, mentioned_ids, created_at)
  where status <> 'resolved';
-- A filter by when they began finds its days at once, whatever the status; so do the figures of a period.
drop index conversation_began;
create index conversation_began on conversation (integration_id, created_at desc, id desc)
  include (last_message_at, status, handler, assignee_id, team_id, locale, is_test);
