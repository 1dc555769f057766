-- Replies that are kept to be sent. A cancelled one is kept for a while, so that a repeated request does not bring it back.
create table scheduled_message (
  integration_id uuid not null,
  conversation_id uuid not null,
  id uuid not null,
  author_id uuid not null,
  author_name text not null,
  body text not null,
  attachments jsonb not null,
  -- of the attachments, which are not removed while they wait
  file_ids uuid[] not null,
  send_at timestamptz not null,
  state text not null check (state in ('held', 'waiting', 'asking', 'undone', 'cancelled')),
  version integer not null default 1,
  changed_at timestamptz not null,
  primary key (integration_id, conversation_id, id),
  foreign key (integration_id, conversation_id) references conversation on update cascade on delete cascade
);
create index scheduled_message_files on scheduled_message using gin (file_ids);
create index scheduled_message_due on scheduled_message (send_at) where state in ('held', 'waiting');

-- how many of them the team sees
alter table conversation add column scheduled_count integer not null default 0;
