-- That a message is no longer what was sent: version, is_edited, is_deleted, at, by_id, by_name. Null: as sent.
alter table message add column change jsonb;

-- What a message said before each change.
create table message_version (
  integration_id uuid not null,
  conversation_id uuid not null,
  seq integer not null,
  version integer not null,
  act text not null check (act in ('edited', 'deleted', 'restored')),
  body text not null,
  attachments jsonb not null,
  by_id uuid not null,
  by_name text not null,
  at timestamptz not null,
  primary key (integration_id, conversation_id, seq, version),
  foreign key (integration_id, conversation_id, seq) references message on update cascade on delete cascade
);
