-- The counts of the inbox's views: most conversations are resolved and only counted, by an index of two short
-- columns; what all other views ask stands in an index of the few that are not.
create index conversation_status on conversation (integration_id, status);
create index conversation_unresolved on conversation (integration_id)
  include (status, handler, assignee_id, due_at, mentioned_ids) where status <> 'resolved';
