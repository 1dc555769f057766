-- What members and visitors send along. The workspace is not referenced: a row outlives it until its bytes are removed.
create table file (
  integration_id uuid not null,
  -- chosen by the sender
  id uuid not null,
  owner text not null check (owner in ('member', 'contact')),
  owner_id uuid not null,
  name text not null,
  content_type text not null,
  size integer not null,
  width integer,
  height integer,
  -- of the bytes as they came, by which a retry is known
  sha256 bytea not null,
  file_key text not null,
  created_at timestamptz not null default now(),
  primary key (integration_id, id)
);
create index file_created on file (created_at);

alter table message add column attachments jsonb not null default '[]';
-- Whoever may read the message may read its files; a file that nothing names is removed.
create table message_file (
  integration_id uuid not null,
  file_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  primary key (integration_id, file_id, conversation_id, seq),
  foreign key (integration_id, file_id) references file on delete cascade,
  foreign key (integration_id, conversation_id, seq) references message on update cascade on delete cascade
);
create index message_file_message on message_file (integration_id, conversation_id, seq);
