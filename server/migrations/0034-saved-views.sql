-- Lists of the inbox that are kept under a name: a member's own, or the team's.
create table saved_view (
  integration_id uuid not null references integration on delete cascade,
  id uuid not null,
  -- null: the team's
  owner_id uuid,
  name text not null,
  view text not null,
  -- as an address tells it
  filter jsonb not null,
  place integer not null,
  primary key (integration_id, id)
);
create index saved_view_order on saved_view (integration_id, owner_id, place);

-- A filter by team reads the index alone, too.
drop index conversation_inbox;
create index conversation_inbox on conversation (integration_id, last_message_at desc, id desc)
  include (status, handler, assignee_id, team_id, locale, waiting_since, created_at, contact_id);

-- A search finds subjects: a conversation that began with a file is called by its name.
create index conversation_words on conversation using gin (words_of(integration_id, folded(subject)));
