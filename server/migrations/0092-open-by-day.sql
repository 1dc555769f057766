-- How many were open at the end of a day is told back from when they were resolved.
create index conversation_resolved on conversation (integration_id, resolved_at)
  where status = 'resolved' and not is_test;
