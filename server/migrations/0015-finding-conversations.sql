-- What the filters of the inbox ask stands in the index of its order, so that a filter that few rows pass
-- reads the index alone.
drop index conversation_inbox;
create index conversation_inbox on conversation (integration_id, last_message_at desc, id desc)
  include (status, handler, assignee_id, locale, waiting_since, created_at, contact_id);
